package web

import (
	"os"
	"testing"
)

// TestMemoryOfTheContainer is what the tightest of the machine, the container and the groups around it allow.
func TestMemoryOfTheContainer(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  int64
	}{
		"nothing known": {nil, 0},
		"a machine": {map[string]string{"/proc/meminfo": "MemTotal:       16384000 kB\nMemFree: 1 kB\n"},
			16_384_000_000},
		"a container": {map[string]string{"/proc/meminfo": "MemTotal:       16384000 kB\n",
			"/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "1073741824\n"}, 1 << 30},
		"a group without limit": {map[string]string{"/proc/self/cgroup": "0::/a/b\n",
			"/sys/fs/cgroup/a/b/memory.max": "max\n", "/sys/fs/cgroup/a/memory.max": "536870912\n"}, 1 << 29},
		"cgroup v1": {map[string]string{"/proc/meminfo": "MemTotal: 16384000 kB\n",
			"/sys/fs/cgroup/memory/memory.limit_in_bytes": "268435456\n"}, 1 << 28},
	} {
		read := func(name string) ([]byte, error) {
			if text, known := c.files[name]; known {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		}
		if got := memoryOf(read); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
