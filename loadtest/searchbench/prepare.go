// Package searchbench measures catalogue search on the real catalogue: quality with judged queries, and latency with
// many callers.
package searchbench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/postgres"
	"github.com/modyard/modyard/search/searchtest"
)

// Schema is the schema of Prepare's tables.
const Schema = "searchbench"

// batch is how many documents one transaction indexes, as an import does.
const batch = 500

// Prepare indexes documents in tables of its own, as a projection would, and updates the planner's statistics.
func Prepare(ctx context.Context, pool *pgxpool.Pool, docs []search.Doc) error {
	make := "drop schema if exists " + Schema + " cascade; create schema " + Schema + "; set local search_path = " + Schema + ";" + postgres.DDL
	if _, err := pool.Exec(ctx, make); err != nil {
		return fmt.Errorf("make search tables: %w", err)
	}
	for from := 0; from < len(docs); from += batch {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, "set local search_path = "+Schema); err != nil {
				return err
			}
			var b pgx.Batch
			some := docs[from:min(from+batch, len(docs))]
			postgres.Indexer{}.Queue(&b, some)
			searchtest.QueueCounters(&b, some...)
			return tx.SendBatch(ctx, &b).Close()
		})
		if err != nil {
			return fmt.Errorf("index documents from %d on: %w", from, err)
		}
	}
	for _, t := range postgres.Tables() {
		if _, err := pool.Exec(ctx, "vacuum analyze "+Schema+"."+t); err != nil {
			return fmt.Errorf("vacuum %s: %w", t, err)
		}
	}
	return nil
}

// Doubled returns the catalogue and as many documents again, whose names combine those of two others, with invented
// versions and options where the catalogue has none.
func Doubled(docs []search.Doc) []search.Doc {
	rng := rand.New(rand.NewPCG(94, 784))
	out := append([]search.Doc{}, docs...)
	for i := range docs {
		d, other := docs[i], docs[rng.IntN(len(docs))]
		d.Slug += "-2"
		d.ID = searchtest.ID(d.Slug)
		d.Position = uint64(len(out) + 1)
		a, b := strings.Fields(d.Title), strings.Fields(other.Title)
		d.Title = strings.Join(append(a[:(len(a)+1)/2:(len(a)+1)/2], b[len(b)/2:]...), " ")
		if x, y := []rune(d.TitleZH), []rune(other.TitleZH); len(x) > 0 {
			d.TitleZH = string(x[:(len(x)+1)/2]) + string(y[len(y)/2:])
		}
		d.Aliases = nil
		d.Downloads = d.Downloads*3/4 + rng.Int64N(50)
		out = append(out, d)
	}
	for i := range out {
		fill(rng, &out[i])
		out[i].Hit = searchtest.HitOf(out[i])
	}
	return out
}

var (
	gameVersions = strings.Fields("1.7.10 1.12.2 1.14.4 1.15.2 1.16.1 1.16.5 1.17.1 1.18 1.18.1 1.18.2 1.19 1.19.1 1.19.2 1.19.3 1.19.4 1.20 1.20.1 1.20.2 1.20.3 1.20.4 1.20.5 1.20.6 1.21 1.21.1 1.21.3 1.21.4 1.21.5")
	modLoaders   = strings.Fields("fabric forge neoforge quilt")
	plugins      = strings.Fields("bukkit spigot paper purpur folia")
	modCats      = strings.Fields("adventure decoration equipment food game-mechanics library magic mobs optimization storage technology transportation utility worldgen")
	licences     = strings.Fields("MIT LGPL-3.0-only GPL-3.0-only Apache-2.0 LicenseRef-All-Rights-Reserved MPL-2.0")
)

// fill invents missing data: on average more than five versions, categories, a licence.
func fill(rng *rand.Rand, d *search.Doc) {
	loaders, versions := d.Loaders, d.GameVersions
	if len(loaders) == 0 {
		loaders = modLoaders[:1+rng.IntN(2)]
		if d.ProjectTypes[0] == "plugin" {
			loaders = plugins[:1+rng.IntN(3)]
		}
	}
	if len(versions) == 0 {
		from := rng.IntN(len(gameVersions) - 4)
		versions = gameVersions[from : from+1+rng.IntN(4)]
	}
	d.Loaders, d.GameVersions, d.Versions = loaders, versions, nil
	for range 1 + rng.IntN(10) {
		at := rng.IntN(len(versions))
		d.Versions = append(d.Versions, search.VersionFacets{Loaders: []string{loaders[rng.IntN(len(loaders))]}, GameVersions: versions[at:min(at+2, len(versions))]})
	}
	if len(d.Categories) == 0 {
		for range 1 + rng.IntN(3) {
			d.Categories = append(d.Categories, modCats[rng.IntN(len(modCats))])
		}
	}
	d.License = licences[rng.IntN(len(licences))]
	d.OpenSource = rng.IntN(3) > 0
	d.Follows = d.Downloads / 40
}
