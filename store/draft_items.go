// This file owns the paths of items in a draft's document.

package store

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
)

var itemPath = regexp.MustCompile(`^([a-z_]+)\[(\d+)\](.*)$`)

func groupOf(path string) string {
	if parts := itemPath.FindStringSubmatch(path); parts != nil {
		return parts[1]
	}
	return ""
}

func itemAt(group string, index int) string { return fmt.Sprintf("%s[%d]", group, index) }

func withoutItem(values map[string]string, group string, index int) map[string]string {
	left := maps.Clone(values)
	maps.DeleteFunc(left, func(path, _ string) bool { return groupOf(path) == group })
	for path, value := range values {
		parts := itemPath.FindStringSubmatch(path)
		if parts == nil || parts[1] != group {
			continue
		}
		switch at, _ := strconv.Atoi(parts[2]); { // digits, three at most in a field of the document
		case at < index:
			left[path] = value
		case at > index:
			left[fmt.Sprintf("%s[%d]%s", group, at-1, parts[3])] = value
		}
	}
	return left
}
