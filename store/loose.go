package store

import "time"

// looseGrace is how long a blob that nothing refers to is kept.
const looseGrace = 7 * 24 * time.Hour
