package tracefile

// Version is that of what is taken from a file. It grows with every change after which the same file
// and the same series may give other readings or notes: what was kept of them is then taken again.
const Version = 12
