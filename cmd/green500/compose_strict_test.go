package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// strictCompose has what compose.yaml may say, as the Compose specification spells it: a key that is misspelt is left
// out in silence by some versions of Compose.
type strictCompose struct {
	Name     string
	Replica  strictService `yaml:"x-replica"`
	Services map[string]strictService
	Networks map[string]struct{ Internal bool }
	Volumes  map[string]struct{}
	Configs  map[string]struct{ Content string }
}

type strictService struct {
	Image           string
	Build           string
	Restart         string
	User            string
	ReadOnly        bool     `yaml:"read_only"`
	CapDrop         []string `yaml:"cap_drop"`
	CapAdd          []string `yaml:"cap_add"`
	SecurityOpt     []string `yaml:"security_opt"`
	Tmpfs           []string
	Command         []string
	Environment     map[string]string
	DependsOn       map[string]struct{ Condition string } `yaml:"depends_on"`
	Healthcheck     *strictHealth
	StopGracePeriod string `yaml:"stop_grace_period"`
	MemLimit        string `yaml:"mem_limit"`
	PidsLimit       int    `yaml:"pids_limit"`
	ShmSize         string `yaml:"shm_size"`
	Ports           []string
	Configs         []struct{ Source, Target string }
	Volumes         []string
	Networks        []string
	NetworkMode     string `yaml:"network_mode"`
}

type strictHealth struct {
	Test        []string
	Interval    string
	Timeout     string
	Retries     int
	StartPeriod string `yaml:"start_period"`
}

var (
	composeTime  = regexp.MustCompile(`^([1-9][0-9]*(h|m|s|ms))*$`)
	composeSize  = regexp.MustCompile(`^([1-9][0-9]*[kmg])?$`)
	composeImage = regexp.MustCompile(`^[a-z0-9./-]+:v?[0-9][0-9a-z.-]*(@sha256:[0-9a-f]{64})?$`)
)

// TestComposeFileIsWhatComposeKnows: every key is one of the specification, and every name is of something that is
// there.
func TestComposeFileIsWhatComposeKnows(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "compose.yaml"))
	must(t, err)
	// the reader does find mistakes
	for _, key := range []string{"services", "read_only", "mem_limit", "interval", "internal", "content",
		"condition", "target"} {
		misspelt := strings.Replace(string(text), key+":", key+"x:", 1)
		if err := readStrictly([]byte(misspelt), new(strictCompose)); err == nil {
			t.Errorf("%sx is taken for a key", key)
		}
	}
	var read strictCompose
	must(t, readStrictly(text, &read))
	if len(read.Services) < 7 {
		t.Fatalf("there are %d services", len(read.Services))
	}
	for name, service := range read.Services {
		t.Run(name, func(t *testing.T) { service.check(t, read) })
	}
}

func readStrictly(text []byte, into any) error {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	return decoder.Decode(into)
}

func (s strictService) check(t *testing.T, all strictCompose) {
	t.Helper()
	if s.Image != "green500" && !composeImage.MatchString(s.Image) {
		t.Errorf("the image %q names no version", s.Image)
	}
	for other, on := range s.DependsOn {
		there, known := all.Services[other]
		healthy := on.Condition == "service_healthy" && there.Healthcheck != nil
		if !known || !healthy && on.Condition != "service_completed_successfully" {
			t.Errorf("it waits for %s to be %s", other, on.Condition)
		}
	}
	for _, network := range s.Networks {
		if _, known := all.Networks[network]; !known {
			t.Errorf("there is no network %s", network)
		}
	}
	if (len(s.Networks) == 0) != (s.NetworkMode == "none") {
		t.Errorf("it is on the networks %v, %q", s.Networks, s.NetworkMode)
	}
	for _, mount := range s.Volumes {
		if name, at, ok := strings.Cut(mount, ":"); !ok || !strings.HasPrefix(at, "/") ||
			!slices.Contains(slices.Collect(maps.Keys(all.Volumes)), name) {
			t.Errorf("there is no volume %s", mount)
		}
	}
	for _, config := range s.Configs {
		if all.Configs[config.Source].Content == "" || !strings.HasPrefix(config.Target, "/") {
			t.Errorf("there is no config %s", config.Source)
		}
	}
	for _, port := range s.Ports {
		if !strings.HasPrefix(port, "127.0.0.1:") {
			t.Errorf("port %s is open to all", port)
		}
	}
	for _, size := range []string{s.MemLimit, s.ShmSize} {
		if !composeSize.MatchString(size) {
			t.Errorf("%q is no size", size)
		}
	}
	times := []string{s.StopGracePeriod}
	if health := s.Healthcheck; health != nil {
		times = append(times, health.Interval, health.Timeout, health.StartPeriod)
		if len(health.Test) < 2 || health.Test[0] != "CMD" || health.Retries < 1 {
			t.Errorf("its health is asked by %v", health.Test)
		}
	}
	for _, duration := range times {
		if !composeTime.MatchString(duration) {
			t.Errorf("%q is no duration", duration)
		}
	}
}
