package tracefile

import (
	"io"
	"path"
	"strings"
	"time"
)

// A job archive of ClusterCockpit keeps a folder a job: data.json, packed or not, and meta.json, which
// tells of the job and when it started.
const (
	cockpitData = "data.json"
	cockpitMeta = "meta.json"
)

// startJobs has the members that are data of jobs start when the files beside them say, and returns those
// files, which hold no readings.
func startJobs(members []member) map[string]bool {
	metas := map[string]*member{}
	for i := range members {
		if m := &members[i]; path.Base(m.name) == cockpitMeta && m.left == "" {
			metas[path.Dir(m.name)] = m
		}
	}
	used := map[string]bool{}
	for i := range members {
		m := &members[i]
		meta := metas[path.Dir(m.name)]
		if meta == nil || m.left != "" || !strings.HasPrefix(path.Base(m.name), cockpitData) {
			continue
		}
		if at, ok := startOfJob(meta); ok {
			m.started, used[meta.name] = at, true
		}
	}
	return used
}

// startOfJob returns the start that a meta.json tells.
func startOfJob(meta *member) (text string, ok bool) {
	content, err := meta.content()
	if err != nil {
		return "", false
	}
	if content.close != nil {
		defer content.close()
	}
	from := content.stream
	if content.at != nil {
		from = io.NewSectionReader(content.at, 0, content.size)
	}
	j := newJSONReader(source{name: meta.name}, from, 0)
	err = j.object(func(member string) error {
		if member != "startTime" {
			return j.skip()
		}
		number, err := j.scalar()
		if seconds, plain := digits(number); plain && seconds >= earliestCount && seconds < lastSecond {
			text, ok = time.Unix(seconds, 0).UTC().Format(time.RFC3339), true
		}
		return err
	})
	return text, ok && err == nil
}
