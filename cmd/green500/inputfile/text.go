package inputfile

import (
	"strings"
	"unicode/utf8"

	"green500/validation/power"
)

// Text is a setting that is the address of a page, or the text of a file that @FILE names.
type Text string

const longestText = 256 << 10

// UnmarshalText reads the setting. It returns a *power.InputError.
func (t *Text) UnmarshalText(given []byte) error {
	typed := string(given)
	if typed == "" { // a variable of the environment that is empty
		*t = ""
		return nil
	}
	if name, file := strings.CutPrefix(typed, "@"); file {
		text, err := ReadUpTo(name, longestText+1)
		if err != nil {
			return err
		}
		if len(text) > longestText || !utf8.Valid(text) || strings.TrimSpace(string(text)) == "" {
			return &power.InputError{File: name, Problem: "this is empty, not UTF-8, or longer than 256 KiB", Remedy: "write a text of at most 256 KiB in UTF-8"}
		}
		*t = Text(text)
		return nil
	}
	if !strings.HasPrefix(typed, "https://") && !strings.HasPrefix(typed, "http://") || strings.ContainsAny(typed, " \n") {
		return &power.InputError{Problem: typed + " is not the address of a page", Remedy: "write an address that begins with https://, or @ and the name of a file that contains the text"}
	}
	*t = Text(typed)
	return nil
}
