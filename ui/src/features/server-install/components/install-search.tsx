import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ErrorCard, Note } from '@/components/ui/feedback'
import { contentQueries, refusalOf } from '@/features/server-content/parts'
import { serverQueries } from '@/features/server/parts'
import { ResultsSkeleton } from '@/features/discover'
import { SearchScreen, useSetSearch, type Install, type ListingSearch } from '@/features/discover/parts'
import { ApiError } from '@/lib/api/errors'
import type { SearchHit } from '@/lib/api/types'
import type { ContentType } from '@/lib/content-types'
import { serverInstallText as t } from '@/lib/i18n/zh-Hans/server-install'
import { useLive } from '@/lib/live'
import { titles } from '@/lib/titles'
import { askedFor, cannotFit, takenTypes, lockedGroups, projectsOf, stageOf } from '../model/install'
import { presentIn } from '../model/outlook'
import { useInstalling } from '../use-installing'
import { InstallButton } from './install-button'
import { InstallCard } from './install-card'
import { OutlookButton } from './outlook-button'

const topics = ['servers']
const SIGNED_OUT = 10_000

type InstallSearchProps = { sid: string; type: ContentType; search: ListingSearch }

/** The listing of a type whose results are installed on a server. */
export function InstallSearch(props: InstallSearchProps) {
  return takenTypes.has(props.type.id) ? <Installing {...props} /> : <SearchScreen type={props.type} search={props.search} />
}

function Installing({ sid, type, search }: InstallSearchProps) {
  useLive(topics)
  const record = useQuery(serverQueries.one(sid))
  const mods = useQuery(contentQueries.list(sid))
  const onSearch = useSetSearch(type)
  const server = record.data
  const [whole, setWhole] = useState(true)
  const { attempts, install } = useInstalling(server, type, whole)
  const present = useMemo(() => projectsOf(mods.data ?? []), [mods.data])
  const counted = useMemo(() => presentIn(mods.data ?? []), [mods.data])
  // What is installed here stays in sight: only what was there when the list was opened is left out.
  const known = useRef<{ shown: boolean; present: readonly string[] }>(undefined)
  const shown = search.shi === true
  if (mods.data && known.current?.shown !== shown) known.current = { shown, present }

  if (!server) {
    if (!record.error) return <ResultsSkeleton mode="list" size={20} />
    const failed: Install = { asked: search, locked: [], card: <Failed error={record.error} onRetry={() => void record.refetch()} /> }
    return <SearchScreen type={type} search={search} install={failed} />
  }
  // Without the list nothing can be left out.
  if (shown && mods.isPending) return <ResultsSkeleton mode="list" size={20} />
  const refused = refusalOf(server)
  const button = (hit: SearchHit) => {
    const id = hit.project_id
    const { title } = titles(hit)
    return (
      <InstallButton
        title={title}
        stage={stageOf(id, server, present, attempts.get(id))}
        attempt={attempts.get(id)}
        unfit={cannotFit(hit, server, type.id)}
        refused={refused}
        onInstall={() => install(id)}
        outlook={
          whole && type.id !== 'modpack' ? (
            <OutlookButton server={server} type={type.id} project={id} title={title} present={counted} />
          ) : null
        }
      />
    )
  }
  const card = (
    <InstallCard
      server={server}
      type={type}
      search={search}
      refused={refused}
      failed={mods.isError}
      onSearch={onSearch}
      whole={whole}
      onWhole={setWhole}
    />
  )
  const asked = askedFor(type, search, server, known.current?.present ?? [])
  return <SearchScreen type={type} search={search} install={{ asked, locked: lockedGroups(type, search, server), card, button }} />
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (ApiError.is(error, 404)) return <Note tone="warn">{t.missing}</Note>
  if (ApiError.is(error, SIGNED_OUT) || ApiError.is(error, 401)) return <Note tone="warn">{t.signIn}</Note>
  return <ErrorCard error={error} title={t.errorTitle} onRetry={onRetry} />
}
