// This file owns limits on how often something may be tried within a time.

package accounts

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Tally counts what there may be only so much of under a name within a while, for all servers of an installation
// together.
type Tally string

// The tallies.
const (
	Guesses       Tally = "guess a password"                // by the address of the account, and the network
	SpreadGuesses Tally = "guess a password from anywhere"  // by the address of the account
	Mails         Tally = "ask for mail without signing in" // by recipient
	Resets        Tally = "ask for a new password"          // by recipient: mail that others ask for withholds none
	Invited       Tally = "invite to a site"                // by the account that invites
	Founded       Tally = "create a site"                   // by the account that founds it
	MailsFrom     Tally = "ask for mail from a network"     // by the network
)

type tallyLimit struct {
	most   int
	within time.Duration
}

func tallyLimits() map[Tally]tallyLimit {
	const day = 24 * time.Hour
	return map[Tally]tallyLimit{
		Guesses:       {10, time.Hour},
		SpreadGuesses: {100, time.Hour},
		Mails:         {5, time.Hour},
		Resets:        {5, time.Hour},
		Invited:       {100, day},
		Founded:       {10, day},
		MailsFrom:     {100, day},
	}
}

// maximumTallied bounds the names that are remembered, of all tallies together: those are forgotten that were counted
// longest ago.
const maximumTallied = 100_000

// tallyRow is what was counted under a name, which stands there as its SHA-256: it may be long, and is private.
type tallyRow struct {
	Purpose string `gorm:"primaryKey"`
	Name    []byte `gorm:"primaryKey"`
	Times   []byte
	Latest  int64
}

func (tallyRow) TableName() string { return "tallies" }

func tallyName(name string) []byte {
	sum := sha256.Sum256([]byte(name))
	return sum[:]
}

func sameName(tx *gorm.DB, t Tally, key []byte) *gorm.DB {
	return tx.Model(&tallyRow{}).Where("purpose = ? AND name = ?", string(t), key)
}

// Count counts one more under a name before it is tried, and reports false if that would be too many, whichever
// servers count at the same moment. It fails only if the database does, and then nothing may be tried.
func (s *Accounts) Count(ctx context.Context, t Tally, name string) (allowed bool, err error) {
	limit, key := tallyLimits()[t], tallyName(name)
	err = s.db.Transact(ctx, func(tx *gorm.DB) error {
		now := s.db.Now().UnixMicro()
		// Others who count under the name wait here.
		const enter = "INSERT INTO tallies (purpose, name, times, latest) VALUES (?, ?, ?, ?) " +
			"ON CONFLICT (purpose, name) DO UPDATE SET latest = excluded.latest RETURNING times"
		var row tallyRow
		if err := tx.Raw(enter, string(t), key, []byte{}, now).Scan(&row).Error; err != nil {
			return err
		}
		if len(row.Times) == 0 {
			if err := forgetBeyond(tx, maximumTallied); err != nil {
				return err
			}
		}
		times := recentTimes(row.Times, now-limit.within.Microseconds())
		if allowed = len(times)/timeBytes < limit.most; !allowed {
			return nil
		}
		times = binary.BigEndian.AppendUint64(times, uint64(now))
		return sameName(tx, t, key).Update("times", times).Error
	})
	if err != nil {
		return false, fmt.Errorf("count an attempt to %s: %w", t, err)
	}
	return allowed, nil
}

const timeBytes = 8

// recentTimes are those that still count: after a time, in microseconds since 1970.
func recentTimes(times []byte, after int64) []byte {
	for len(times) >= timeBytes && int64(binary.BigEndian.Uint64(times)) <= after {
		times = times[timeBytes:]
	}
	return times
}

// Uncount takes back what was counted last under a name.
func (s *Accounts) Uncount(ctx context.Context, t Tally, name string) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		var row tallyRow
		held := sameName(tx, t, tallyName(name)).Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate}).
			Limit(1).Find(&row)
		if held.Error != nil || len(row.Times) < timeBytes {
			return held.Error
		}
		return sameName(tx, t, tallyName(name)).Update("times", row.Times[:len(row.Times)-timeBytes]).Error
	})
}

// Discount resets the count for a name.
func (s *Accounts) Discount(ctx context.Context, t Tally, name string) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		return sameName(tx, t, tallyName(name)).Delete(&tallyRow{}).Error
	})
}

// ForgetTallies deletes counts that no limit needs any more.
func (s *Accounts) ForgetTallies(ctx context.Context) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		for t, limit := range tallyLimits() {
			old := tx.Where("purpose = ? AND latest <= ?", string(t), s.db.Now().Add(-limit.within).UnixMicro())
			if err := old.Delete(&tallyRow{}).Error; err != nil {
				return err
			}
		}
		return nil
	})
}

// forgetBeyond forgets the names that were counted longest ago, if there are more than so many.
func forgetBeyond(tx *gorm.DB, most int) error {
	var held int64
	if err := tx.Model(&tallyRow{}).Count(&held).Error; err != nil || held <= int64(most) {
		return err
	}
	oldest := tx.Model(&tallyRow{}).Select("latest").Order("latest").Limit(1).Offset(int(held) - most - 1)
	return tx.Where("latest <= (?)", oldest).Delete(&tallyRow{}).Error
}
