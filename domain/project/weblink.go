package project

import (
	"fmt"
	"regexp"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

const maxDonations = 32

var platformForm = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{0,31}$`)

// links checks every link of a project.
func links(l Links) (Links, error) {
	for _, part := range []struct {
		field, label string
		value        *string
	}{
		{"issues_url", "反馈链接", &l.Issues},
		{"source_url", "源码链接", &l.Source},
		{"wiki_url", "百科链接", &l.Wiki},
		{"discord_url", "社群链接", &l.Discord},
	} {
		v, err := text.WebLink(part.field, part.label, *part.value)
		if err != nil {
			return Links{}, err
		}
		*part.value = v
	}
	if len(l.Donation) > maxDonations {
		return Links{}, fault.Invalid("donation_urls", fmt.Sprintf("平台链接最多 %d 个。", maxDonations))
	}
	var donations []Donation
	for _, d := range l.Donation {
		if !platformForm.MatchString(d.ID) {
			return Links{}, fault.Invalid("donation_urls", "平台链接的平台代码无效。")
		}
		platform, err := line("donation_urls", "平台名称", d.Platform, 0, 64)
		if err != nil {
			return Links{}, err
		}
		address, err := text.WebLink("donation_urls", "平台链接", d.URL)
		if err != nil {
			return Links{}, err
		}
		if address == "" {
			return Links{}, fault.Invalid("donation_urls", "平台链接不能为空。")
		}
		donations = append(donations, Donation{ID: d.ID, Platform: platform, URL: address})
	}
	l.Donation = donations
	return l, nil
}
