import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { PathLink } from '@/components/layout/path-link'
import { Bone, Empty, ErrorCard, Loading } from '@/components/ui/feedback'
import type { ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { wikiText as t } from '@/lib/i18n/zh-Hans/wiki'
import { wikiQueries } from '../api'
import { useSettled } from '../hooks'
import { markedOf } from '../model/marked'
import ui from '@/components/ui/ui.module.css'
import { pageOf } from '../links'
import css from './wiki-side.module.css'

/** The pages in which a text was found. */
export function WikiHits({ project, text }: { project: ProjectPage; text: string }) {
  const asked = useSettled(text)
  const query = useQuery(wikiQueries.hits(project.id, asked))
  if (query.isError) return <ErrorCard error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) {
    return (
      <Loading className={cn(ui.cardPad, ui.pile)}>
        <Bone w="60%" h={14} />
        <Bone w="90%" h={12} />
      </Loading>
    )
  }
  const { hits } = query.data
  // Keys open what the typed text found, not what an earlier one did.
  const fresh = asked === text && !query.isPlaceholderData
  return (
    <section className={query.isPlaceholderData ? ui.stale : undefined} aria-label={t.search.results}>
      <p className={ui.visuallyHidden} role="status">
        {hits.length > 0 ? t.search.count(hits.length) : t.search.none}
      </p>
      {hits.length === 0 ? <Empty icon={SearchX} title={t.search.none} hint={t.search.noneHint} /> : null}
      <ul className={css.hits}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <PathLink {...pageOf(project, hit.slug)} {...(fresh ? { 'data-hit': '' } : {})}>
              <b>
                <Marked text={hit.title} query={asked} />
              </b>
              {hit.excerpt ? (
                <small className={ui.clip2}>
                  <Marked text={hit.excerpt} query={asked} />
                </small>
              ) : null}
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Marked({ text, query }: { text: string; query: string }) {
  return markedOf(text, query).map((piece, index) => (piece.hit ? <mark key={index}>{piece.text}</mark> : piece.text))
}
