package recorded_test

import (
	"testing"

	"green500/store/roomtest"
)

func TestMain(m *testing.M) { roomtest.Main(m) }

type room = roomtest.Room

func inRooms(t *testing.T, test func(t *testing.T, r *room)) { t.Helper(); roomtest.Each(t, test) }
