package share

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/card"
	"github.com/modyard/modyard/readapi/view"
)

type badgeInput struct {
	ID   view.Name `path:"id"`
	Kind string    `path:"kind" enum:"downloads.svg,version.svg,game-versions.svg,license.svg" doc:"徽章的内容"`
}

// badge draws one fact about a project. A fact that is missing is 无.
func (s *Routes) badge(ctx context.Context, in *badgeInput) (view.Answer, error) {
	f, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var label, value string
	switch in.Kind {
	case "downloads.svg":
		label, value = "下载", card.Count(f.Downloads)
	case "version.svg":
		label = "版本"
		if value, err = s.newest(ctx, f.ProjectID); err != nil {
			return nil, err
		}
	case "game-versions.svg":
		label, value = "游戏版本", gameVersions(f.Versions)
	case "license.svg":
		label, value = "许可证", f.License
	default:
		return nil, httpkit.NotFound()
	}
	body := s.draw(label, value)
	sum := fnv.New64a()
	_, _ = sum.Write(body) // never fails
	return svgAnswer(strconv.FormatUint(sum.Sum64(), 36), body), nil
}

const newest = `select v.doc_v2 from catalog.versions v where v.project = $1 and v.listed order by v.published desc, v.created desc limit 1`

// newest is the number of a project's newest version.
func (s *Routes) newest(ctx context.Context, project string) (string, error) {
	var doc []byte
	err := s.pool.QueryRow(ctx, newest, project).Scan(&doc)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read the newest version: %w", err)
	}
	var v contract.Version
	if err := json.Unmarshal(doc, &v); err != nil {
		return "", fmt.Errorf("decode version: %w", err)
	}
	return v.VersionNumber, nil
}

// gameVersions are the newest of a list that is sorted from old to new, and how many there are. A range would claim
// those between.
func gameVersions(list []string) string {
	const most = 3
	var shown []string
	for i := len(list) - 1; i >= 0 && len(shown) < most; i-- {
		shown = append(shown, list[i])
	}
	text := strings.Join(shown, " · ")
	if len(list) > len(shown) {
		text += fmt.Sprintf(" 等 %d 个", len(list))
	}
	return text
}

const maxValue = 60 // characters

// draw draws a badge. Its widths are measured with the font of the cards, and textLength fits the reader's font into
// them.
func (s *Routes) draw(label, value string) []byte {
	value = strings.Join(strings.Fields(value), " ")
	if value == "" {
		value = "无"
	}
	if r := []rune(value); len(r) > maxValue {
		value = string(r[:maxValue]) + "…"
	}
	const size, pad, height = 11, 7, 20
	left, right := s.measure.Width(label, size), s.measure.Width(value, size)
	first, whole := left+2*pad, left+right+4*pad
	var b bytes.Buffer
	escape := func(text string) string {
		var out bytes.Buffer
		_ = xml.EscapeText(&out, []byte(text)) // a buffer takes every byte
		return out.String()
	}
	name := escape(label + "：" + value)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" role="img" aria-label="%s"><title>%s</title>`, whole, height, name, name)
	fmt.Fprintf(&b, `<path fill="#343a46" d="M3 0H%dV%dH3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3z"/>`, first, height)
	fmt.Fprintf(&b, `<path fill="#3655cd" d="M%d 0H%da3 3 0 0 1 3 3V%da3 3 0 0 1-3 3H%dz"/>`, first, whole-3, height-3, first)
	fmt.Fprintf(&b, `<g fill="#fff" font-family="system-ui,'Noto Sans SC',sans-serif" font-size="%d" font-weight="600">`, size)
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d" lengthAdjust="spacingAndGlyphs">%s</text>`, pad, left, escape(label))
	fmt.Fprintf(&b, `<text x="%d" y="14" textLength="%d" lengthAdjust="spacingAndGlyphs">%s</text></g></svg>`, first+pad, right, escape(value))
	return b.Bytes()
}
