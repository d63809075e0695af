import { useQuery } from '@tanstack/react-query'
import { PathLink } from '@/components/layout/path-link'
import { Card } from '@/components/ui/card'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { lettersText as t } from '@/lib/i18n/zh-Hans/letters'
import { POLL_MS, reviewQueries } from '../api'
import ui from '@/components/ui/ui.module.css'
import tableCss from '@/components/ui/number-table.module.css'
import css from './work.module.css'

/** The letters that could not be sent; nothing if there are none. */
export function LettersCard() {
  const { data } = useQuery({ ...reviewQueries.letters(), refetchInterval: POLL_MS })
  if (!data || data.letters.length === 0) return null
  const { letters, total } = data
  return (
    <Card
      id="overview-letters"
      title={t.title}
      note={t.hint(formatExact(total), letters.length < total ? formatExact(letters.length) : '')}
    >
      <div className={tableCss.scroll}>
        <table className={cn(tableCss.root, css.table)}>
          <caption className={ui.visuallyHidden}>{t.title}</caption>
          <thead>
            <tr>
              {[t.letter, t.account, t.cause, t.tries, t.givenUp].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {letters.map(({ id, kind, account, cause, code, tries, given_up }) => (
              <tr key={id}>
                <th scope="row">{t.kinds[kind]}</th>
                <td>
                  {account ? (
                    <PathLink className={ui.link} to="/user/$id/{-$kind}" params={{ id: account }}>
                      {account}
                    </PathLink>
                  ) : (
                    <span className={ui.subtle}>{t.unknown}</span>
                  )}
                </td>
                <td>{t.because(t.causes[cause], code)}</td>
                <td>{formatExact(tries)}</td>
                <td>
                  <Ago time={given_up} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
