package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

var (
	currencyForm = regexp.MustCompile(`^[A-Z]{3}$`)
	sourceForm   = regexp.MustCompile(`^[a-z0-9-]{1,32}$`)
)

// Sources are where the site's income comes from.
func (c Config) Sources() []string {
	var list []string
	for name := range strings.SplitSeq(c.IncomeSources, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	if len(list) == 0 {
		return []string{"ads", "servers", "sponsors"}
	}
	return list
}

// Money is the currency of the ledger.
func (c Config) Money() string {
	if c.Currency == "" {
		return "USD"
	}
	return c.Currency
}

func (c Config) checkMoney() error {
	if !currencyForm.MatchString(c.Money()) {
		return errors.New("currency: must be a code of three capital letters, such as USD")
	}
	for _, name := range c.Sources() {
		if !sourceForm.MatchString(name) {
			return fmt.Errorf("income-sources: %q has other characters than lower case letters, digits and hyphens, or too many", name)
		}
	}
	return nil
}
