package demo

import (
	"context"
	"crypto/sha1" //nolint:gosec // other programs name files by it
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"time"

	commands "github.com/modyard/modyard/commands/packfile"
	"github.com/modyard/modyard/domain/packfile"
)

// chime is a file in a pack that the staff has judged for an earlier pack; lamp is one that nobody knows.
const (
	chime = "echo-chime-2.1.0.jar"
	lamp  = "thunder-lamp-1.0.0.jar"
)

// foreignJar is a jar of somebody who publishes elsewhere. The same name always gives the same bytes.
func foreignJar(name string) ([]byte, error) {
	return pack([]entry{
		{"fabric.mod.json", object(map[string]any{"schemaVersion": 1, "id": modID(name), "version": "1.0.0", "name": name})},
		{"LICENSE.txt", "All rights reserved.\n"},
	}, time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC))
}

// packed are the files of others in the modpack under review: one of this site, one that was judged before and an unknown
// one. Other projects have none.
func (p *planner) packed(c Project, needs []need) ([]entry, error) {
	if c.Type != "modpack" || c.Status != "processing" || len(needs) == 0 {
		return nil, nil
	}
	var list []entry
	for _, name := range []string{chime, lamp} {
		data, err := foreignJar(name)
		if err != nil {
			return nil, err
		}
		list = append(list, entry{"overrides/mods/" + name, string(data)})
	}
	other := needs[0].Project
	icon, _, _, err := p.pictures.icon(projectID(other.Slug), other)
	if err != nil {
		return nil, fmt.Errorf("draw %s: %w", other.Slug, err)
	}
	all := p.book.editions(other)
	name, data, err := archive(p.release(other, all[len(all)-1], p.book.needs(other), icon))
	if err != nil {
		return nil, err
	}
	return append(list, entry{"overrides/mods/" + name, string(data)}), nil
}

// Judge judges the file that is known from an earlier pack. A judgement of the staff is not changed.
func Judge(ctx context.Context, d Deps, _ Catalogue) error {
	data, err := foreignJar(chime)
	if err != nil {
		return err
	}
	first, second := sha1.Sum(data), sha512.Sum512(data) //nolint:gosec // as above
	writes, err := commands.PlanJudgement(ctx, d.Codec, commands.Planned{
		Command: "demo pack file " + chime, At: Today().AddDate(0, -2, 0), Judge: packfile.Judge{
			By: reviewer(), SHA1: hex.EncodeToString(first[:]), SHA512: hex.EncodeToString(second[:]), Name: chime,
			Judgement: packfile.Judgement{
				Status: packfile.WithAttribution, Title: "回声风铃", Link: "https://example.org/echo-chime", Proof: "许可证：可以放进整合包，须写明作者。",
			},
		},
	})
	return d.add(ctx, "judge "+chime, writes, err)
}
