package lists_test

import (
	"reflect"
	"testing"

	"green500/store/roomtest"
)

func TestPublishedEditionsNewestFirst(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Edition("2025-11")
		r.Accepted(r.Submitter, roomtest.Summary())
		if editions, err := r.Lists.PublishedEditions(t.Context()); err != nil || len(editions) != 0 {
			t.Errorf("got %+v, %v", editions, err)
		}
		published := r.Publish()
		r.Edition("2027-06")
		editions, err := r.Lists.PublishedEditions(t.Context())
		if err != nil || len(editions) != 1 || !reflect.DeepEqual(editions[0], published) {
			t.Errorf("got %+v, %v", editions, err)
		}
	})
}
