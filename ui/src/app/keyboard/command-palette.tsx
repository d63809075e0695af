import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { CornerDownLeft, Search } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useFocusReturn } from '@/components/ui/focus-return'
import { Pic } from '@/components/ui/pic'
import { ownParams } from '@/features/dashboard/model'
import { ownProjectsQuery } from '@/features/dashboard/api'
import { get } from '@/lib/api/client'
import { copyText } from '@/lib/copy'
import { hrefOf, type Address } from '@/lib/address'
import { typeLabel } from '@/lib/content-types'
import { useImeSafeValue } from '@/lib/ime'
import { keyboardText as t } from '@/lib/i18n/zh-Hans/keyboard'
import { shellText } from '@/lib/i18n/zh-Hans/shell'
import { hitParams } from '@/lib/links'
import { useSession } from '@/lib/session'
import { useSignOut } from '@/lib/session-end'
import { titles } from '@/lib/titles'
import { usePalette } from '@/stores/palette'
import { useTheme } from '@/stores/theme'
import { toast } from '@/stores/toasts'
import { actionEntries, matching, pageEntries, searchEntry, themeEntries, type Act, type Entry } from './commands'
import dialogCss from '@/components/ui/dialog.module.css'
import ui from '@/components/ui/ui.module.css'
import css from './command-palette.module.css'

const SETTLED_MS = 120
const MOST_FOUND = 6
const MOST_OWN = 5

/** The text once typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** One place for everything: projects by search, pages, own projects, actions and themes. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const router = useRouter()
  const user = useSession()
  const signOut = useSignOut()
  const focus = useFocusReturn()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [text, setText] = useState('')
  // Later answers come before what was first: the first line is chosen until somebody chooses another.
  const [picked, setPicked] = useState('')
  const moved = useRef(false)
  const field = useImeSafeValue<HTMLInputElement>(text, (next) => {
    moved.current = false
    setPicked('')
    setText(next)
  })
  const query = text.trim()
  const asked = useSettled(query)
  const hits = useQuery({
    queryKey: ['search', 'palette', asked],
    queryFn: ({ signal }) => get('/v2/search', { query: { query: asked, limit: MOST_FOUND }, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  const own = useQuery({ ...ownProjectsQuery(user?.id ?? ''), enabled: Boolean(user) }).data ?? []
  const mine = matching(
    own.map((project) => ({ project, label: project.title, words: project.slug })),
    query,
  ).slice(0, MOST_OWN)
  const found = query === '' ? [] : (hits.data?.hits ?? []).filter((hit) => !mine.some(({ project }) => project.id === hit.project_id))
  const pages = matching(pageEntries(user, path), query)
  const actions = [...matching(actionEntries(user), query), ...(query ? [searchEntry(query, path.split('/')[1])] : [])]
  const themes = matching(themeEntries(), query)
  const ids = [
    ...mine.map(({ project }) => `own-${project.id}`),
    ...found.map((hit) => `hit-${hit.project_id}`),
    ...[...pages, ...actions, ...themes].map((entry) => entry.id),
  ]
  const follow = (address: Address) => void router.navigate({ href: hrefOf(address) })
  const run = (does: Act) => {
    if ('theme' in does) return useTheme.getState().choose(does.theme)
    onClose()
    if ('go' in does) follow(does.go)
    else if (does.act === 'sign-out') signOut.mutate()
    else if (does.act === 'keys') usePalette.getState().open('keys')
    else
      void copyText(location.href).then(
        () => toast(t.copied),
        () => toast(t.copyFailed, undefined, 'error'),
      )
  }
  const open = (address: Address) => {
    onClose()
    follow(address)
  }
  const line = (entry: Entry) => (
    <Command.Item key={entry.id} value={entry.id} onSelect={() => run(entry.does)}>
      <entry.icon className={ui.icon} aria-hidden />
      <span className={ui.clip}>{entry.label}</span>
    </Command.Item>
  )
  const group = (heading: string, content: readonly ReactNode[]) =>
    content.length > 0 ? (
      <Command.Group key={heading} heading={heading}>
        {content}
      </Command.Group>
    ) : null
  return (
    <Radix.Root open onOpenChange={(shown) => (shown ? undefined : onClose())}>
      <Radix.Portal>
        <Radix.Overlay className={dialogCss.scrim}>
          <Radix.Content {...focus} className={css.root} aria-describedby={undefined}>
            <Radix.Title className={ui.visuallyHidden}>{t.commands}</Radix.Title>
            <Command
              label={t.commands}
              shouldFilter={false}
              loop
              value={ids.includes(picked) ? picked : (ids[0] ?? '')}
              onValueChange={(id) => (moved.current ? setPicked(id) : undefined)}
              onKeyDown={(event) => {
                if (/^(Arrow|Home|End)/.test(event.key)) moved.current = true
              }}
              onPointerMove={() => {
                moved.current = true
              }}
            >
              <div className={css.head}>
                <Search className={ui.icon} aria-hidden />
                {/* cmdk's own field must know what is written; an input method's unfinished text is not searched for. */}
                <Command.Input asChild value={text} data-autofocus placeholder={t.find}>
                  <input {...field} />
                </Command.Input>
                <kbd aria-hidden>Esc</kbd>
              </div>
              <Command.List className={css.list}>
                <Command.Empty className={css.none}>{hits.isFetching ? t.searching : t.none}</Command.Empty>
                {group(
                  shellText.myProjects,
                  mine.map(({ project, label }) => (
                    <Command.Item
                      key={project.id}
                      value={`own-${project.id}`}
                      onSelect={() => open({ to: '/$type/$id', params: ownParams(project) })}
                    >
                      <Pic src={project.icon_url} project={project.id} name={label} size={24} eager />
                      <span className={ui.clip}>{label}</span>
                    </Command.Item>
                  )),
                )}
                {group(
                  t.groups.projects,
                  found.map((hit) => (
                    <Command.Item
                      key={hit.project_id}
                      value={`hit-${hit.project_id}`}
                      onSelect={() => open({ to: '/$type/$id', params: hitParams(hit) })}
                    >
                      <Pic src={hit.icon_url} project={hit.project_id} name={titles(hit).title} color={hit.color} size={24} eager />
                      <span className={ui.clip}>{titles(hit).title}</span>
                      <small>{typeLabel(hit.url_type)}</small>
                    </Command.Item>
                  )),
                )}
                {group(t.groups.pages, pages.map(line))}
                {group(t.groups.actions, actions.map(line))}
                {group(t.groups.themes, themes.map(line))}
              </Command.List>
              <div className={css.foot} aria-hidden>
                <kbd>↑</kbd>
                <kbd>↓</kbd>
                {t.footMove}
                <kbd>
                  <CornerDownLeft className={ui.icon12} />
                </kbd>
                {t.footOpen}
              </div>
            </Command>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
