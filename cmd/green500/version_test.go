package main

import (
	"runtime/debug"
	"testing"
)

func TestBuildOf(t *testing.T) {
	noted := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{Main: debug.Module{Version: version}, Settings: settings}
	}
	commit, at := debug.BuildSetting{Key: "vcs.revision", Value: "abc123"},
		debug.BuildSetting{Key: "vcs.time", Value: "2026-11-01T10:00:00Z"}
	for name, test := range map[string]struct {
		stamp string
		info  *debug.BuildInfo
		want  built
	}{
		"nothing is known": {want: built{Version: "devel"}},
		"a desk": {info: noted("(devel)", commit, at, debug.BuildSetting{Key: "vcs.modified",
			Value: "true"}), want: built{Version: "devel", Commit: "abc123+", Time: at.Value}},
		"nothing was altered": {info: noted("v1.2.3", commit, at, debug.BuildSetting{Key: "vcs.modified",
			Value: "false"}), want: built{Version: "v1.2.3", Commit: "abc123", Time: at.Value}},
		"altered, no commit": {info: noted("", debug.BuildSetting{Key: "vcs.modified", Value: "true"}),
			want: built{Version: "devel"}},
		"a stamp": {stamp: "v2.0.0", info: noted("v1.2.3", commit),
			want: built{Version: "v2.0.0", Commit: "abc123"}},
		"a stamp of all three": {stamp: "v2.0.0 def 2026-11-02T00:00:00Z", info: noted("(devel)"),
			want: built{Version: "v2.0.0", Commit: "def", Time: "2026-11-02T00:00:00Z"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := buildOf(test.stamp, test.info)
			if got.Go == "" || got.Platform == "" {
				t.Errorf("neither compiler nor platform: %+v", got)
			}
			got.Go, got.Platform = "", ""
			if got != test.want {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}
