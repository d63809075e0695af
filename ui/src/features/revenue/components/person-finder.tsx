import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { SearchInput } from '@/components/ui/input'
import { Pic } from '@/components/ui/pic'
import { get } from '@/lib/api/client'
import { cn } from '@/lib/cn'
import { revenueStaffText } from '@/lib/i18n/zh-Hans/revenue-staff'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import finderCss from '@/components/ui/project-finder.module.css'
import ui from '@/components/ui/ui.module.css'

const t = revenueStaffText.finder
const MOST = 8

export type Named = { id: string; name: string }

/** Finds an account by its name. */
export function PersonFinder({ onPick, onClose }: { onPick: (person: Named) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const query = text.trim()
  const found = useQuery({
    queryKey: ['user', 'finder', query],
    queryFn: ({ signal }) => get('/v3/users/search', { signal, query: { query } }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
  const shown = query === '' ? [] : (found.data ?? []).slice(0, MOST)
  return (
    <div className={finderCss.root}>
      <div className={cn(ui.row, ui.noWrap)}>
        <SearchInput
          className={ui.grow}
          size="sm"
          label={t.person}
          placeholder={t.person}
          value={text}
          onValue={setText}
          icon={<Search className={ui.icon14} aria-hidden />}
        />
        <Button kind="quiet" size="sm" onClick={onClose}>
          {uiText.cancel}
        </Button>
      </div>
      {shown.length > 0 ? (
        <ul>
          {shown.map(({ id, username, avatar_url: avatar }) => (
            <li key={id}>
              <button type="button" onClick={() => onPick({ id, name: username })}>
                <Pic src={avatar} name={username} size={32} round />
                <b className={ui.clip}>{username}</b>
              </button>
            </li>
          ))}
        </ul>
      ) : query !== '' && found.isSuccess && !found.isFetching ? (
        <p className={cn(ui.subtle, ui.text13)} role="status">
          {revenueStaffText.noUser}
        </p>
      ) : null}
    </div>
  )
}
