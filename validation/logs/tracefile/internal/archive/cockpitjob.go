package archive

import (
	"io"
	"path"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/jsonlog"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// A job archive of ClusterCockpit keeps a folder a job: data.json, packed or not, and meta.json, which
// describes the job and states when it started.
const (
	cockpitData = "data.json"
	cockpitMeta = "meta.json"
)

func startJobs(members []Member) map[string]bool {
	metas := map[string]*Member{}
	for i := range members {
		if m := &members[i]; path.Base(m.Name) == cockpitMeta && m.Left == "" {
			metas[path.Dir(m.Name)] = m
		}
	}
	used := map[string]bool{}
	for i := range members {
		m := &members[i]
		meta := metas[path.Dir(m.Name)]
		if meta == nil || m.Left != "" || !strings.HasPrefix(path.Base(m.Name), cockpitData) {
			continue
		}
		if at, ok := startOfJob(meta); ok {
			m.started, used[meta.Name] = at, true
		}
	}
	return used
}

func startOfJob(meta *Member) (text string, ok bool) {
	content, err := meta.Content()
	if err != nil {
		return "", false
	}
	if content.Close != nil {
		defer content.Close()
	}
	from := content.Stream
	if content.At != nil {
		from = io.NewSectionReader(content.At, 0, content.Size)
	}
	j := jsonlog.NewJSONReader(celltext.Source{Name: meta.Name}, from, 0)
	err = j.Object(func(member string) error {
		if member != "startTime" {
			return j.Skip()
		}
		number, err := j.Scalar()
		if seconds, plain := timestamp.Digits(number); plain && seconds >= timestamp.EarliestCount &&
			seconds < timestamp.LastSecond {
			text, ok = time.Unix(seconds, 0).UTC().Format(time.RFC3339), true
		}
		return err
	})
	return text, ok && err == nil
}
