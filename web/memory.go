package web

import (
	"bytes"
	"math"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// ofMemory is the part of all memory to keep within: the Go runtime does not count all, and files need some.
const ofMemory = 0.75

// LimitMemory frees memory before the machine's or container's is full, unless GOMEMLIMIT states a limit.
func LimitMemory(read func(name string) ([]byte, error)) int64 {
	if stated := debug.SetMemoryLimit(-1); stated != math.MaxInt64 {
		return stated
	}
	memory := memoryOf(read)
	if memory == 0 {
		return 0
	}
	limit := int64(ofMemory * float64(memory))
	debug.SetMemoryLimit(limit)
	return limit
}

// memoryOf is the least memory that the machine, and the groups of the program, may use; 0 if nothing states it.
func memoryOf(read func(name string) ([]byte, error)) int64 {
	least := int64(0)
	consider := func(text []byte, err error) {
		number, wrong := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && wrong == nil && number > 0 && (least == 0 || number < least) {
			least = number
		}
	}
	if text, err := read("/proc/meminfo"); err == nil {
		if _, rest, found := bytes.Cut(text, []byte("MemTotal:")); found {
			kilobytes, _, _ := bytes.Cut(bytes.TrimSpace(rest), []byte(" "))
			consider(append(kilobytes[:len(kilobytes):len(kilobytes)], "000"...), nil)
		}
	}
	consider(read("/sys/fs/cgroup/memory/memory.limit_in_bytes")) // of cgroup v1
	group := "/"
	if text, err := read("/proc/self/cgroup"); err == nil {
		if _, rest, found := bytes.Cut(text, []byte("0::")); found {
			line, _, _ := bytes.Cut(rest, []byte("\n"))
			group = path.Clean("/" + string(line))
		}
	}
	for {
		consider(read(path.Join("/sys/fs/cgroup", group, "memory.max")))
		if group == "/" {
			return least
		}
		group = path.Dir(group)
	}
}
