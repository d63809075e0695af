import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorCard } from '@/components/ui/feedback'
import { FormField, SearchInput, Textarea } from '@/components/ui/input'
import { ItemBones } from '@/components/ui/item-bones'
import { PageHead } from '@/components/ui/page-head'
import { Ago } from '@/components/ui/time'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { wordsText as t } from '@/lib/i18n/zh-Hans/words'
import { riskWords } from '@/lib/limits.gen'
import { useSession } from '@/lib/session'
import { useCheckWords, wordsQuery, type WordChange } from '../api'
import { WordsForm } from './words-form'
import ui from '@/components/ui/ui.module.css'
import css from './words.module.css'

/** The phrases that people may not write. */
export function WordsScreen() {
  const { data, error, refetch } = useQuery(wordsQuery)
  const admin = useSession()?.role === 'admin'
  const [filter, setFilter] = useState('')
  const [removed, setRemoved] = useState<readonly string[]>([])
  const wanted = filter.trim().toLowerCase()
  const shown = data?.words.filter((one) => one.toLowerCase().includes(wanted)) ?? []
  const toggle = (word: string) => setRemoved((list) => (list.includes(word) ? list.filter((one) => one !== word) : [...list, word]))
  return (
    <div className={cn(ui.pile, ui.above16)}>
      <PageHead title={t.title} sub={t.lead} />
      {data ? (
        <div className={css.root}>
          <section className={cn(ui.card, css.part)} aria-labelledby="words-list">
            <h2 id="words-list">
              {t.list}{' '}
              <small className={ui.subtle}>
                {t.count(formatExact(shown.length), formatExact(data.words.length), formatExact(riskWords))}
              </small>
            </h2>
            <SearchInput label={t.filter} placeholder={t.filter} value={filter} onValue={setFilter} />
            {shown.length > 0 ? (
              // What scrolls can be scrolled by keyboard.
              // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
              <div className={css.words} role="group" aria-labelledby="words-list" tabIndex={0}>
                <ul>
                  {shown.map((word) => (
                    <li key={word}>
                      <span className={removed.includes(word) ? css.gone : undefined}>{word}</span>
                      {admin ? (
                        <Button
                          size="sm"
                          kind="quiet"
                          aria-pressed={removed.includes(word)}
                          aria-label={t.remove(word)}
                          onClick={() => toggle(word)}
                        >
                          {removed.includes(word) ? t.undo : t.removeOne}
                        </Button>
                      ) : null}
                    </li>
                  ))}
                </ul>
              </div>
            ) : (
              <p className={ui.subtle}>{data.words.length > 0 ? t.noneFound : t.none}</p>
            )}
          </section>
          <div className={ui.pile}>
            {admin ? (
              <WordsForm words={data} removed={removed.filter((one) => data.words.includes(one))} onDone={() => setRemoved([])} />
            ) : (
              <p className={ui.subtle}>{t.adminOnly}</p>
            )}
            <Check />
            <History changes={data.changes} />
          </div>
        </div>
      ) : error ? (
        <ErrorCard error={error} onRetry={() => void refetch()} />
      ) : (
        <ItemBones count={6} />
      )}
    </div>
  )
}

/** Checks a text against the list. */
function Check() {
  const check = useCheckWords()
  const [text, setText] = useState('')
  return (
    <section className={cn(ui.card, css.part)} aria-labelledby="words-check">
      <h2 id="words-check">{t.check}</h2>
      <FormField label={t.checkText}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              check.reset()
            }}
          />
        )}
      </FormField>
      <div className={css.acts}>
        <Button loading={check.isPending} disabled={text.trim() === ''} onClick={() => check.mutate(text)}>
          {t.checkDo}
        </Button>
        <span role="status">{check.data ? (check.data.phrase === null ? t.passes : t.hits(check.data.phrase)) : ''}</span>
      </div>
    </section>
  )
}

/** Who changed what, the newest first. */
function History({ changes }: { changes: readonly WordChange[] }) {
  return (
    <section className={cn(ui.card, css.part)} aria-labelledby="words-history">
      <h2 id="words-history">{t.history}</h2>
      {changes.length === 0 ? <p className={ui.subtle}>{t.historyNone}</p> : null}
      <ol className={css.history}>
        {changes.map(({ version, at, by, added, removed, note }) => (
          <li key={version}>
            <p>
              <b>{t.version(formatExact(version))}</b> {by || t.gone} <Ago time={at} />
            </p>
            <p>{note}</p>
            {added.length > 0 ? <p className={ui.subtle}>{t.added + added.join(t.between)}</p> : null}
            {removed.length > 0 ? <p className={ui.subtle}>{t.removed + removed.join(t.between)}</p> : null}
          </li>
        ))}
      </ol>
    </section>
  )
}
