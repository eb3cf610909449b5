package accounts

import (
	"context"

	"gorm.io/gorm"
)

// PasswordParams and HashForUnknownUser are what sign-ins cost.
var (
	PasswordParams     = passwordParams
	HashForUnknownUser = hashForUnknownUser
)

// HashingSlots is how many passwords may be hashed at a time; take occupies one.
func (s *Accounts) HashingSlots() (slots int, take func()) {
	return cap(s.hashing), func() { s.hashing <- struct{}{} }
}

// AwaitNotes waits until what is noted beside requests is noted.
func (s *Accounts) AwaitNotes() { s.db.Noting.Wait() }

// ForgetBeyond forgets the names that were tallied longest ago, if there are more than so many.
func (s *Accounts) ForgetBeyond(ctx context.Context, most int) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error { return forgetBeyond(tx, most) })
}
