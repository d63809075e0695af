package view

import (
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// MaxAnswer bounds the stored texts of one answer, in bytes.
const MaxAnswer = 32 << 20

// TooLarge is the answer 413 to a query whose answer would hold more than MaxAnswer.
func TooLarge() error {
	return httpkit.Fault(httpkit.KindTooLarge, httpkit.CodeTooLarge, "结果超过 32 MiB，请减少每次查询的数量")
}

// Within ends a query with TooLarge at the row whose size makes the sum larger than MaxAnswer; the rows after it are not
// read. Each query needs a scan of its own.
func Within[T any](scan pgx.RowToFunc[T], size func(T) int) pgx.RowToFunc[T] {
	sum := 0
	return func(row pgx.CollectableRow) (T, error) {
		one, err := scan(row)
		if err != nil {
			return one, err
		}
		if sum += size(one); sum > MaxAnswer {
			return one, TooLarge()
		}
		return one, nil
	}
}
