package platform

import "os"

// Terminal reports whether a file is a terminal on which a line can be erased and written again (ESC [K).
func Terminal(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && erases(file)
}
