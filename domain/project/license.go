package project

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/text"
)

// spdxIDs are the ids of the SPDX licence list 3.0.24, deprecated ones too (CC0-1.0), one on each line.
//
//go:embed spdx_ids.txt
var spdxIDs string

var canonicalLicense = sync.OnceValue(func() map[string]string {
	ids := make(map[string]string, 800)
	for _, id := range strings.Fields(spdxIDs) {
		ids[strings.ToLower(id)] = id
	}
	return ids
})

var (
	licenseRef  = regexp.MustCompile(`^LicenseRef-[A-Za-z0-9.-]{1,100}$`)
	licenseWord = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)
)

// license checks an id (an SPDX expression or LicenseRef-…, empty if none was chosen) and its link.
func license(l License) (License, error) {
	id := strings.TrimSpace(l.ID)
	switch {
	case id == "":
		id = LicenseUnknown
	case licenseRef.MatchString(id):
	default:
		canonical, ok := spdxExpression(id)
		if !ok {
			return License{}, fault.Invalid("license_id", "许可证必须是 SPDX 表达式或以 LicenseRef- 开头的标识。")
		}
		id = canonical
	}
	name, err := line("license_id", "许可证名称", l.Name, 0, 128)
	if err != nil {
		return License{}, err
	}
	address, err := text.WebLink("license_url", "许可证链接", l.URL)
	if err != nil {
		return License{}, err
	}
	return License{ID: id, Name: name, URL: address}, nil
}

// spdxExpression parses "A", "A+", "A WITH e", "A AND (B OR C)" and returns it with the ids in the spelling of SPDX.
func spdxExpression(text string) (string, bool) {
	if len(text) > 512 {
		return "", false
	}
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	p := &spdxParser{words: words}
	if !p.expression(0) || p.at != len(words) {
		return "", false
	}
	out := strings.Join(p.out, " ")
	return strings.NewReplacer("( ", "(", " )", ")").Replace(out), true
}

type spdxParser struct {
	words []string
	out   []string
	at    int
}

func (p *spdxParser) peek() string {
	if p.at < len(p.words) {
		return p.words[p.at]
	}
	return ""
}

func (p *spdxParser) take(as string) {
	p.out = append(p.out, as)
	p.at++
}

func (p *spdxParser) expression(depth int) bool {
	for {
		if !p.term(depth) {
			return false
		}
		operator := strings.ToUpper(p.peek())
		if operator != "AND" && operator != "OR" {
			return true
		}
		p.take(operator)
	}
}

func (p *spdxParser) term(depth int) bool {
	if p.peek() == "(" {
		if depth > 8 {
			return false
		}
		p.take("(")
		if !p.expression(depth+1) || p.peek() != ")" {
			return false
		}
		p.take(")")
		return true
	}
	word := p.peek()
	if licenseRef.MatchString(word) {
		p.take(word)
		return true
	}
	base, later := strings.CutSuffix(word, "+")
	id, known := canonicalLicense()[strings.ToLower(base)]
	if !known {
		// The old ids that end in a plus ("GPL-2.0+") are part of the list.
		if id, known = canonicalLicense()[strings.ToLower(word)]; !known {
			return false
		}
		later = false
	}
	if later {
		id += "+"
	}
	p.take(id)
	if strings.EqualFold(p.peek(), "WITH") {
		p.take("WITH")
		if !licenseWord.MatchString(p.peek()) {
			return false
		}
		p.take(p.peek())
	}
	return true
}
