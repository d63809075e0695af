package catalog_test

import (
	"testing"

	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
)

func TestAnOrganizationIsProjectedWithItsReservationBesideIt(t *testing.T) {
	w := catalogtest.New(t)
	w.Happen("organization-Org00001", "", organization.Created{Organization: "Org00001", Slug: "workshop", Name: "Workshop", Owner: "Owner001"})
	w.Happen("orgslug-workshop", "", organization.SlugReserved{Slug: "workshop", Organization: "Org00001"})
	w.Settle() // and nothing is parked
	var name string
	if err := w.DB.Pool.QueryRow(t.Context(), `select name from catalog.organizations where id = 'Org00001'`).Scan(&name); err != nil {
		t.Fatal(err)
	}
	if name != "Workshop" {
		t.Fatal(name)
	}
}
