package review

import "cmp"

// Event is what a program is told of.
type Event string

// The events.
const (
	ListPublished Event = "list.published"
	StateChanged  Event = "submission.state_changed"
	TestEvent     Event = "webhook.test" // sent on request, to see that it arrives
)

// Events are those that can be chosen.
func Events() []Event { return []Event{ListPublished, StateChanged} }

// Words says what an event is.
func (e Event) Words() string {
	return cmp.Or(map[Event]string{
		ListPublished: "a list was published", StateChanged: "the state of one of your submissions changed", TestEvent: "a test",
	}[e], string(e))
}
