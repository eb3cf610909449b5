package document

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"
)

// How much a document may hold, however it comes: its page is drawn from all of it.
const (
	maximumItems    = 500      // of a list of groups, such as series or meters
	MaximumAllItems = 1000     // of all such lists together
	MaximumField    = 64 << 10 // bytes of a text
	maximumWords    = 10_000   // of a list of words, such as the names of nodes
	maximumName     = 1 << 10  // bytes of the name of a column
)

func (d *decoder) admits(node *yaml.Node, list reflect.Type, path string) bool {
	count, most := len(node.Content), maximumWords
	if list.Elem().Kind() == reflect.Struct {
		most = maximumItems
	}
	if most == maximumItems && !strings.Contains(path, "[") { // what an item lists is one field of it
		d.items += count
	}
	switch {
	case count > most:
		d.problem(node, path, fmt.Sprintf("this list has %d items, and may have %d", count, most), "combine equal items, such as series of the same column: one series may read several files")
	case d.items > MaximumAllItems && d.items-count <= MaximumAllItems:
		d.problem(node, path, fmt.Sprintf("the lists of the document have more than %d items together from here on", MaximumAllItems), "combine equal items")
	}
	return count <= most && d.items <= MaximumAllItems
}

// Items counts the items of all lists in the fields of a document.
func Items(fields map[string]string) int {
	counts, sum := map[string]int{}, 0
	for path := range fields {
		group, rest, numbered := strings.Cut(path, "[")
		number, _, closed := strings.Cut(rest, "]")
		if at, err := strconv.Atoi(number); numbered && closed && err == nil && at >= counts[group] {
			sum += at + 1 - counts[group]
			counts[group] = at + 1
		}
	}
	return sum
}
