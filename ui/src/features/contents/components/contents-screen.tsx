import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { PathLink } from '@/components/layout/path-link'
import { CopyButton } from '@/components/ui/copy-button'
import { ErrorCard } from '@/components/ui/feedback'
import { ItemBones } from '@/components/ui/item-bones'
import { cn } from '@/lib/cn'
import { formatBytes, formatExact } from '@/lib/format'
import { contentsText as t } from '@/lib/i18n/zh-Hans/contents'
import { versionParams } from '@/lib/links'
import { contentsQueries, type Contents } from '../api'
import type { ContentsSearch } from '../search'
import { EntryList } from './entry-list'
import { EntryView } from './entry-view'
import keyValuesCss from '@/components/ui/key-values.module.css'
import noteCss from '@/components/ui/note.module.css'
import pageHeadCss from '@/components/ui/page-head.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './contents.module.css'

/** What is in the file of a version: what changed in it, its folders, and the text of an entry. */
export function ContentsScreen({ version, search }: { version: string; search: ContentsSearch }) {
  const query = useQuery(contentsQueries.contents(version, search.file))
  const navigate = useNavigate()
  const go = (next: ContentsSearch, replace = false) =>
    void navigate({ to: '/moderation/contents/$id', params: { id: version }, search: next, replace, resetScroll: false })
  const { data } = query
  return (
    <>
      <div className={pageHeadCss.root}>
        <h1>{t.title}</h1>
        {data ? <span className={cn(pageHeadCss.sub, ui.break)}>{data.name}</span> : null}
      </div>
      {data ? (
        <>
          <Facts contents={data} />
          {data.problem ? (
            <p className={cn(noteCss.root, noteCss.warn)} role="alert">
              {data.problem}
            </p>
          ) : (
            <div className={css.panes}>
              <EntryList contents={data} search={search} onSearch={go} />
              <EntryView version={version} search={search} onSearch={go} />
            </div>
          )}
        </>
      ) : query.isError ? (
        <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ItemBones count={8} />
      )}
    </>
  )
}

function Facts({ contents }: { contents: Contents }) {
  const { entries, manifests, total } = contents
  const counted = useMemo(() => {
    const of = (kind: string) => formatExact((entries ?? []).filter((one) => one.kind === kind).length)
    return t.entriesOf(formatExact(total), of('class'), of('archive'))
  }, [entries, total])
  return (
    <section className={cn(ui.card, css.facts)} aria-label={t.facts}>
      <dl className={cn(keyValuesCss.root, keyValuesCss.wide)}>
        <dt>{t.version}</dt>
        <dd>
          <PathLink className={ui.link} to="/$type/$id/version/$version" params={versionParams(contents.project, contents.version)}>
            {t.versionOf(contents.project.title, contents.number)}
          </PathLink>
        </dd>
        {contents.problem ? null : (
          <>
            <dt>{t.size}</dt>
            <dd className={ui.tabular}>{formatBytes(contents.size)}</dd>
            <dt>{t.entries}</dt>
            <dd className={ui.tabular}>{counted}</dd>
            <dt>{t.manifests}</dt>
            <dd>
              {manifests?.length ? (
                <ul className={css.manifests}>
                  {manifests.map((one, index) => (
                    <li key={`${one.file} ${index}`}>
                      <span className={css.mono}>{one.file}</span>{' '}
                      {one.unreadable ? (
                        <span className={ui.bad}>{t.unreadable}</span>
                      ) : (
                        <>
                          {t.manifest(one.name || one.id, one.version)} <span className={ui.subtle}>{one.id}</span>
                        </>
                      )}
                    </li>
                  ))}
                </ul>
              ) : (
                <span className={ui.subtle}>{t.noManifest}</span>
              )}
            </dd>
          </>
        )}
        <dt>SHA-512</dt>
        <dd>
          <CopyButton text={contents.sha512} label={t.copyHash}>
            {`${contents.sha512.slice(0, 24)}…`}
          </CopyButton>
        </dd>
      </dl>
    </section>
  )
}
