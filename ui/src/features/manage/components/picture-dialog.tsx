import { useState } from 'react'
import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { Input, Textarea } from '@/components/ui/input'
import type { GalleryItem, ProjectPage } from '@/lib/api/types'
import { cn } from '@/lib/cn'
import { galleryText as t } from '@/lib/i18n/zh-Hans/gallery'
import { uiText } from '@/lib/i18n/zh-Hans/ui'
import { useFileUrl } from '@/lib/use-file-url'
import { toast } from '@/stores/toasts'
import { useSavePicture } from '../gallery-commands'
import formCss from '@/components/ui/form.module.css'
import ui from '@/components/ui/ui.module.css'
import galleryManagerCss from './gallery-manager.module.css'

type PictureDialogProps = { project: ProjectPage; file?: File | undefined; picture?: GalleryItem | undefined; onClose: () => void }

const schema = v.object({ title: textBetween(0, 64, t.tooLong), description: textBetween(0, 255, t.tooLong), featured: v.boolean() })

/** What is said of a picture, of a new one before it is sent. */
export function PictureDialog({ project, file, picture, onClose }: PictureDialogProps) {
  const [sent, setSent] = useState<number>()
  const ordering = picture?.ordering ?? project.gallery.reduce((last, one) => Math.max(last, one.ordering + 1), 0)
  const save = useSavePicture(project.id)
  const source = useFileUrl(file) ?? picture?.url
  const form = useAppForm({
    schema,
    values: {
      title: picture?.title ?? '',
      description: picture?.description ?? '',
      featured: picture?.featured ?? !project.gallery.some((one) => one.featured),
    },
    send: (words) => save.mutateAsync({ ...words, ordering, file, url: picture?.url, onProgress: setSent }),
    onDone: () => {
      toast(file ? t.added : t.saved)
      onClose()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title={file ? t.addTitle : t.editTitle}>
      <Form form={form}>
        {source ? <img className={galleryManagerCss.shot} src={source} alt="" /> : null}
        <Field form={form} name="title" label={t.title} hint={t.titleHint}>
          {(control) => <Input {...control} autoComplete="off" />}
        </Field>
        <Field form={form} name="description" label={t.description} hint={t.descriptionHint}>
          {(control) => <Textarea {...control} rows={2} />}
        </Field>
        <Checkbox {...form.field('featured').control}>{t.featured}</Checkbox>
        <div className={formCss.actions}>
          {form.pending && sent !== undefined ? (
            <span className={cn(ui.text13, ui.muted, ui.tabular)} role="status">
              {t.sending(Math.floor(sent * 100))}
            </span>
          ) : null}
          <Button onClick={onClose}>{uiText.cancel}</Button>
          <Button type="submit" kind="primary" loading={form.pending}>
            {file ? t.upload : t.save}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
