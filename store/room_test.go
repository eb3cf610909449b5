package store_test

import (
	"testing"

	"green500/store/roomtest"
)

func TestMain(m *testing.M) { roomtest.Main(m) }

type room struct{ *roomtest.Room }

func inRooms(t *testing.T, test func(t *testing.T, r *room)) {
	t.Helper()
	roomtest.Each(t, func(t *testing.T, r *roomtest.Room) { test(t, &room{r}) })
}

func newRoom(t *testing.T, database string) *room { return &room{roomtest.New(t, database)} }
