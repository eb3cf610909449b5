package parquet

// What a page may claim.
const (
	maxPage       = 256 << 20 // bytes, unpacked
	maxPageValues = 1 << 24
	maxPageHeader = 64 << 10 // bytes
)
