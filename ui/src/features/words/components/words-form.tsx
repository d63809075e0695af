import * as v from 'valibot'
import { Form } from '@/components/form/form'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { FormField, Textarea } from '@/components/ui/input'
import { cn } from '@/lib/cn'
import { formatExact } from '@/lib/format'
import { wordsText as t } from '@/lib/i18n/zh-Hans/words'
import { riskNote, riskWord } from '@/lib/limits.gen'
import { toast } from '@/stores/toasts'
import { useChangeWords, type Words } from '../api'
import ui from '@/components/ui/ui.module.css'
import css from './words.module.css'

const schema = v.object({
  words: v.string(),
  note: v.pipe(v.string(), v.trim(), v.minLength(1, t.noteEmpty), v.maxLength(riskNote, t.tooLong(riskNote))),
})

/** The phrases of a text, one a line. */
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((one) => one.trim())
    .filter(Boolean)

type WordsFormProps = { words: Words; removed: readonly string[]; onDone: () => void }

/** Adds and removes phrases, as one change with a note. */
export function WordsForm({ words, removed, onDone }: WordsFormProps) {
  const change = useChangeWords()
  const form = useAppForm({
    schema,
    values: { words: '', note: '' },
    beside: () => [words.version, removed],
    send: (given, key) =>
      change.mutateAsync({
        words: [...words.words.filter((one) => !removed.includes(one)), ...linesOf(given.words)],
        note: given.note,
        version: words.version,
        key,
      }),
    onDone: () => {
      form.reset({ words: '', note: '' })
      onDone()
      toast(t.saved)
    },
  })
  const list = form.bind('words')
  const note = form.bind('note')
  const added = linesOf(list.value)
  const changes = added.length + removed.length > 0
  return (
    <Form form={form} className={cn(ui.card, css.part)} guard="save">
      <FormField label={t.add} hint={t.addHint(riskWord)} error={form.error('words')}>
        {(control) => <Textarea {...control} rows={4} value={list.value} onChange={(event) => list.onValue(event.target.value)} />}
      </FormField>
      <FormField label={t.note} hint={t.noteHint} error={form.error('note')} required>
        {(control) => <Textarea {...control} rows={2} value={note.value} onChange={(event) => note.onValue(event.target.value)} />}
      </FormField>
      <div className={css.acts}>
        <Button kind="primary" type="submit" loading={form.pending} disabled={!changes}>
          {t.save}
        </Button>
        <span className={ui.subtle}>{changes ? t.change(formatExact(added.length), formatExact(removed.length)) : t.nothing}</span>
      </div>
    </Form>
  )
}
