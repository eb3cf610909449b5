package store

import (
	"context"
	"fmt"
	"reflect"
)

// Views are an entry as it is read outside of a transaction and within one.
func Views(ctx context.Context, s *Store, id int64) (outside, within any, err error) {
	if outside, err = s.view(ctx, id); err != nil {
		return nil, nil, err
	}
	var byGorm entryView
	if err := viewEntries(s.query(ctx)).Where("entries.id = ?", id).Take(&byGorm).Error; err != nil {
		return nil, nil, err
	}
	if within, err = entryByID(s.query(ctx), id); err == nil && !reflect.DeepEqual(within, byGorm) {
		err = fmt.Errorf("by our own words %+v, by gorm %+v", within, byGorm)
	}
	return outside, within, err
}

// GradingSlots is for how many drafts readings may be looked at a time; take and leave occupy one.
func GradingSlots(s *Store) (slots int, take, leave func()) {
	return cap(s.grading.slots), func() { s.grading.slots <- struct{}{} }, func() { <-s.grading.slots }
}
