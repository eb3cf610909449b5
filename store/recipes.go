package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/power"
)

// Recipe says how a kind of log is read. What its text means is not for the store to know.
type Recipe struct {
	ID int64
	RecipeOwner
	Name      string
	Signature string // of the logs that it is for
	Text      string
	CreatedAt time.Time
}

// RecipeOwner is a person, or a site for all its people; one of them is told.
type RecipeOwner struct {
	UserID int64
	Site   string
}

type recipeRow struct {
	ID        int64
	OwnerID   *int64
	Site      string
	Name      string
	Signature string
	Text      string
	Created   int64 `gorm:"column:created_at"`
}

// TableName is the table, for gorm.
func (recipeRow) TableName() string { return "recipes" }

func (r recipeRow) recipe() Recipe {
	recipe := Recipe{
		ID: r.ID, RecipeOwner: RecipeOwner{Site: r.Site}, Name: r.Name, Signature: r.Signature, Text: r.Text, CreatedAt: fromMicro(r.Created),
	}
	if r.OwnerID != nil {
		recipe.UserID = *r.OwnerID
	}
	return recipe
}

// owned restricts a query for recipes to those of an owner.
func (o RecipeOwner) owned(tx *gorm.DB) *gorm.DB {
	if o.Site != "" {
		return tx.Where("owner_id IS NULL AND site = ?", tidy(o.Site))
	}
	return tx.Where("owner_id = ?", o.UserID)
}

// What a recipe may hold, in bytes.
const (
	maxRecipeName = 200
	maxRecipeText = 64 << 10
)

func (r Recipe) check() error {
	var errs power.InputErrors
	if r.Name == "" || len(r.Name) > maxRecipeName {
		errs = append(errs, &power.InputError{
			Field: "name", Problem: fmt.Sprintf("a recipe needs a name of up to %d characters", maxRecipeName), Remedy: "call it by the meter or the log",
		})
	}
	if len(r.Text) > maxRecipeText {
		errs = append(errs, &power.InputError{Field: "text", Problem: "the recipe is too long", Remedy: "leave out what the log itself tells"})
	}
	if err := errs.OrNil(); err != nil {
		return err
	}
	if r.Signature == "" || (r.UserID == 0) == (r.Site == "") {
		return fmt.Errorf("recipe %s: it needs a signature and one owner", r.Name)
	}
	return nil
}

// AddRecipe keeps a recipe. It returns a *power.InputError or power.InputErrors for what will not do,
// such as a name that its owner has given already.
func (s *Store) AddRecipe(ctx context.Context, r Recipe) (Recipe, error) {
	r.Name, r.Site, r.Signature = tidy(r.Name), tidy(r.Site), text(r.Signature)
	if err := r.check(); err != nil {
		return Recipe{}, err
	}
	row := recipeRow{Site: r.Site, Name: r.Name, Signature: r.Signature, Text: text(r.Text), Created: s.now().UnixMicro()}
	if r.UserID != 0 {
		row.OwnerID = &r.UserID
	}
	// Doing nothing on a conflict keeps an everyday event from being logged as a failure.
	created := s.query(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
	if created.Error != nil {
		return Recipe{}, fmt.Errorf("keep a recipe: %w", created.Error)
	}
	if created.RowsAffected == 0 {
		return Recipe{}, &power.InputError{Field: "name", Problem: "there is a recipe called " + r.Name + " already", Remedy: "choose another name, or delete that one"}
	}
	return row.recipe(), nil
}

// Recipes returns the recipes of an owner by name. It fails only where the database does.
func (s *Store) Recipes(ctx context.Context, owner RecipeOwner) ([]Recipe, error) {
	var rows []recipeRow
	if err := owner.owned(s.query(ctx)).Order("name, id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list the recipes: %w", err)
	}
	return convert(rows, recipeRow.recipe), nil
}

// RecipesFor returns the recipes for logs of a signature, the person's own before those of the site,
// and the latest first. It fails only where the database does.
func (s *Store) RecipesFor(ctx context.Context, user User, signature string) ([]Recipe, error) {
	var rows []recipeRow
	query := s.query(ctx).Where("signature = ?", text(signature)).
		Where("owner_id = ? OR (owner_id IS NULL AND site = ?)", user.ID, user.Affiliation)
	if err := query.Order("owner_id IS NULL, created_at DESC, id DESC").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("find a recipe: %w", err)
	}
	return convert(rows, recipeRow.recipe), nil
}

// DeleteRecipe forgets a recipe of an owner. It returns ErrNotFound where the owner has none of that
// number.
func (s *Store) DeleteRecipe(ctx context.Context, owner RecipeOwner, id int64) error {
	deleted := owner.owned(s.query(ctx)).Where("id = ?", id).Delete(&recipeRow{})
	if err := updatedOne(deleted); err != nil {
		return fmt.Errorf("delete recipe %d: %w", id, err)
	}
	return nil
}
