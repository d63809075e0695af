package revenue

import (
	"errors"
	"fmt"
	"slices"
)

const (
	maxMemberWeight = 500_000                // hundredths: the bound of a team's weights
	maxDayHits      = uint64(10_000_000_000) // of a project and kind
	maxInputs       = 100_000                // projects, and people of a project: the sum of all weights fits in 64 bits
)

// Check returns an error for inputs that no sharing has: with them the shares would not add up to the income.
func (in Inputs) Check() error {
	if _, err := Day("day", in.Day); err != nil {
		return err
	}
	entries, projects, sum := map[string]bool{}, map[string]bool{}, Amount(0)
	for _, e := range in.Income {
		switch {
		case e.Entry == "" || e.Source == "" || entries[e.Entry]:
			return fmt.Errorf("income %q has no id or no source, or is there twice", e.Entry)
		case e.Amount <= 0 || e.Amount > MaxAmount-sum:
			return fmt.Errorf("the amount of income %q is out of bounds", e.Entry)
		}
		entries[e.Entry], sum = true, sum+e.Amount
	}
	if len(in.Projects) > maxInputs {
		return errors.New("there are too many projects")
	}
	for _, p := range in.Projects {
		if p.ID == "" || projects[p.ID] {
			return fmt.Errorf("project %q has no id or is there twice", p.ID)
		}
		projects[p.ID] = true
		if err := p.check(); err != nil {
			return fmt.Errorf("project %q: %w", p.ID, err)
		}
	}
	return nil
}

func (p Project) check() error {
	if max(p.Hits.Views, p.Hits.Downloads, p.Hits.Anonymous) > maxDayHits {
		return errors.New("it has too many hits")
	}
	if len(p.People) > maxInputs {
		return errors.New("it has too many people")
	}
	accounts := make([]string, len(p.People))
	for i, person := range p.People {
		if person.Account == "" || person.Weight < 0 || person.Weight > maxMemberWeight {
			return fmt.Errorf("person %q has no account, or a weight out of bounds", person.Account)
		}
		accounts[i] = person.Account
	}
	slices.Sort(accounts)
	if len(slices.Compact(accounts)) != len(p.People) {
		return errors.New("a person is there twice")
	}
	return nil
}
