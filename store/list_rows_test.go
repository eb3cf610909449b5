package store_test

import (
	"reflect"
	"testing"
)

func TestPublishedEditionsNewestFirst(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.edition("2025-11")
		r.accepted(r.submitter, summary())
		if editions, err := r.Lists.PublishedEditions(t.Context()); err != nil || len(editions) != 0 {
			t.Errorf("got %+v, %v", editions, err)
		}
		published := r.publish()
		r.edition("2027-06")
		editions, err := r.Lists.PublishedEditions(t.Context())
		if err != nil || len(editions) != 1 || !reflect.DeepEqual(editions[0], published) {
			t.Errorf("got %+v, %v", editions, err)
		}
	})
}
