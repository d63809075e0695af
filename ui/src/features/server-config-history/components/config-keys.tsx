import { RotateCcw } from 'lucide-react'
import { IconButton } from '@/components/ui/button'
import { serverConfigHistoryText as t } from '@/lib/i18n/zh-Hans/server-config-history'
import type { Difference } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './config-history.module.css'

type Key = Difference['keys'][number]
type ConfigKeysProps = { keys: readonly Key[]; onKey: ((key: string, value: string) => void) | undefined }

/** The settings that differ, each with the way back. */
export function ConfigKeys({ keys, onKey }: ConfigKeysProps) {
  return (
    <table className={css.keys}>
      <caption className={ui.visuallyHidden}>{t.keys}</caption>
      <thead>
        <tr>
          <th scope="col">{t.key}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((one) => (
          <tr key={one.key}>
            <th scope="row">
              <bdi>{one.key}</bdi>
            </th>
            <td>
              <Value one={one} value={one.before} />
            </td>
            <td>
              <Value one={one} value={one.after} />
            </td>
            <td>
              {onKey && one.before !== null ? (
                <IconButton size="sm" kind="quiet" label={t.restoreKey(one.key)} onClick={() => onKey(one.key, one.before ?? '')}>
                  <RotateCcw className={ui.icon14} aria-hidden />
                </IconButton>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Value({ one, value }: { one: Key; value: string | null }) {
  if (value !== null) return <bdi>{value}</bdi>
  // A secret without a value is one that is hidden, or that is not there.
  return <span className={ui.subtle}>{one.secret && one.before === null && one.after === null ? t.secret : t.none}</span>
}
