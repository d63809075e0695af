package memory

import (
	"fmt"
	"reflect"
	"testing"
)

func TestRowsInSeveralDraftsMakeTheSameSegment(t *testing.T) {
	of := func(most, n int) *segment {
		d := drafts{most: most}
		for i := range n {
			d.add(row{
				id: fmt.Sprintf("Project%d", i), position: uint64(i), pop: int16(i % 3), downloads: int64(i % 4), follows: int64(i % 5), created: int64(n - i), updated: int64(i),
				terms: fmt.Sprintf("all\nterm%d\nword%d", i, i%2), facets: fmt.Sprintf("type:mod\nloader:%d", i%3),
			})
		}
		return d.segment()
	}
	if s := of(3, 0); s != nil {
		t.Errorf("a segment of no rows: %+v", s)
	}
	for _, n := range []int{1, 3, 7, 9} {
		whole, several := of(100, n), of(3, n)
		if several.len() != n || !reflect.DeepEqual(several.ids, whole.ids) || !reflect.DeepEqual(several.orders, whole.orders) || !reflect.DeepEqual(several.byID, whole.byID) {
			t.Errorf("%d rows: %v, expected %v", n, several.ids, whole.ids)
		}
		if several.terms.len() != whole.terms.len() {
			t.Fatalf("%d rows: %d terms, expected %d", n, several.terms.len(), whole.terms.len())
		}
		for i := range whole.terms.len() {
			if several.terms.term(i) != whole.terms.term(i) || !reflect.DeepEqual(several.terms.docs(i), whole.terms.docs(i)) {
				t.Errorf("%d rows, term %s: %v, expected %v", n, several.terms.term(i), several.terms.docs(i), whole.terms.docs(i))
			}
		}
		for token, bits := range whole.facets {
			if got := several.facets[token]; got == nil || !got.Equals(bits) {
				t.Errorf("%d rows, %s: %v, expected %v", n, token, got, bits)
			}
		}
	}
}
