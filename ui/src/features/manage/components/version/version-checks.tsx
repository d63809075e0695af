import { CircleCheck, CircleDashed, Download, Fingerprint, Search } from 'lucide-react'
import type { UrlType } from '@/lib/api/types'
import { versionFormText as t } from '@/lib/i18n/zh-Hans/version-form'
import { needsGameVersions, type VersionField } from '../../model/version-draft'

const afterIcons = [Search, Download, Fingerprint]

/** What is still missing, and what will happen. */
export function VersionChecks({ type, problems }: { type: UrlType; problems: Partial<Record<VersionField, string>> }) {
  const checks: [string, string | undefined][] = [
    [t.checks.files, problems.files],
    [t.checks.number, problems.version_number],
    [t.checks.loaders, problems.loaders],
    ...(needsGameVersions(type) ? [[t.checks.gameVersions, problems.game_versions] as [string, string | undefined]] : []),
  ]
  return (
    <div className="pile ev-side">
      <section className="card">
        <header className="card-head">
          <h2>{t.check}</h2>
        </header>
        <ul className="ckl">
          {checks.map(([name, problem]) => (
            <li key={name} className={problem ? undefined : 'is-done'}>
              {problem ? <CircleDashed className="i" aria-hidden /> : <CircleCheck className="i" aria-hidden />}
              <span>
                {name}
                <span className="sr">{problem ? t.left('') : '✓'}</span>
              </span>
            </li>
          ))}
        </ul>
      </section>
      <section className="card">
        <header className="card-head">
          <h2>{t.after}</h2>
        </header>
        <ul className="ckl">
          {t.afterList.map((text, at) => {
            const Icon = afterIcons[at] ?? Search
            return (
              <li key={text}>
                <Icon className="i" aria-hidden />
                {text}
              </li>
            )
          })}
        </ul>
      </section>
    </div>
  )
}
