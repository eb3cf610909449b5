package input

// What a page may claim.
const (
	MaxPage       = 256 << 20 // bytes, unpacked
	MaxPageValues = 1 << 24
	MaxPageHeader = 64 << 10 // bytes
)
