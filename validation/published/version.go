package published

// Version is that of what is read from a file. It grows with every change after which the same file may give other rows or
// warnings: a list that was read by another version is read again when its file is imported again.
const Version = 3
