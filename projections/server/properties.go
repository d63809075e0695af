package server

import (
	"time"

	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

type propertyRow struct {
	Server     string    `db:"server,key"`
	Key        string    `db:"key,key"`
	Value      string    `db:"value"`
	ValueOf    string    `db:"value_of"`
	Secret     bool      `db:"secret"`
	Generation uint64    `db:"generation"`
	At         time.Time `db:"at"`
	Actor      string    `db:"actor"`
	Role       string    `db:"role"`
}

var properties = rows.Of[propertyRow]("properties")

// propertiesSet replaces decided settings. Of an erased value nothing is left: the node keeps what stands in its file.
func propertiesSet(s *rows.Set, e runtime.Event, p server.PropertiesSet) {
	keys := make([]string, len(p.Values))
	for i, v := range p.Values {
		keys[i] = v.Key
		r := propertyRow{
			Server: p.Server, Key: v.Key, Value: v.Value.Text, ValueOf: v.Value.Subject, Secret: server.Secret(v.Key), Generation: generation(e), At: e.At(),
			Actor: e.Meta.Actor, Role: e.Meta.Role,
		}
		if v.Value.Gone {
			properties.Delete(s, r)
			continue
		}
		properties.Put(s, r)
	}
	decided(s, e, p.Server, func(*row) {})
	enter(s, e, p.Server, "properties", "", map[string]any{"keys": keys})
}

const eraseProperties = `delete from properties where value_of = $1`
