package drafts

import "testing"

// TestFollow: a field of an item is found where the item went.
func TestFollow(t *testing.T) {
	removed := func(index string, version int64) draftChangeRow {
		return draftChangeRow{Path: "meters", Before: index, After: shifted, Version: version, UserName: "Ada"}
	}
	earlier := map[string]string{"meters[0].id": "a", "meters[1].id": "b", "meters[2].id": "c", "meters[3].id": "d"}
	for _, c := range []struct {
		since []draftChangeRow
		path  string
		now   string
		fate  Fate
	}{
		{nil, "meters[1].id", "meters[1].id", ItemStays},
		{[]draftChangeRow{removed("0", 5)}, "meters[1].id", "meters[0].id", ItemStays},
		{[]draftChangeRow{removed("1", 5)}, "meters[1].id", "meters[1].id", ItemRemoved},
		{[]draftChangeRow{removed("2", 5)}, "meters[1].id", "meters[1].id", ItemStays},
		{[]draftChangeRow{removed("0", 5), removed("0", 6)}, "meters[3].calibration.calibrated",
			"meters[1].calibration.calibrated", ItemStays},
		{[]draftChangeRow{removed("0", 5), removed("0", 6)}, "meters[1].id", "meters[1].id", ItemRemoved},
		{[]draftChangeRow{removed("3", 5), removed("0", 6)}, "meters[2].id", "meters[1].id", ItemStays},
		{[]draftChangeRow{removed("0", 5)}, "node_sets[1].nodes", "node_sets[1].nodes", ItemStays},
		{[]draftChangeRow{removed("0", 5)}, "system.name", "system.name", ItemStays},
	} {
		e := &editing{earlier: earlier, since: c.since}
		now, fate, last := e.follow(c.path)
		if now != c.now || fate != c.fate {
			t.Errorf("after %v %s is %s (%q), want %s (%q)", c.since, c.path, now, fate, c.now, c.fate)
		}
		if fate == ItemRemoved && last.By != "Ada" {
			t.Errorf("%s was removed by %q", c.path, last.By)
		}
	}
}
