import * as v from 'valibot'
import { Field, Form } from '@/components/form/form'
import { textBetween } from '@/components/form/schemas'
import { useAppForm } from '@/components/form/use-app-form'
import { Dialog } from '@/components/ui/dialog'
import { FormActions } from '@/components/ui/form-actions'
import { Input } from '@/components/ui/input'
import { SelectField } from '@/components/ui/select-field'
import { ApiError } from '@/lib/api/errors'
import { serverStaffText } from '@/lib/i18n/zh-Hans/server-staff'
import { toast } from '@/stores/toasts'
import { useProvision, type HostNode, type Provision } from '../api'
import { usable } from '../model/nodes'
import { AccountControl } from './account-control'
import css from './staff.module.css'

const t = serverStaffText.provisionForm

type ProvisionDialogProps = { nodes: readonly HostNode[]; open: boolean; onClose: () => void }

/** Gives an account a server. */
export function ProvisionDialog({ nodes, open, onClose }: ProvisionDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title={t.title} wide>
      {open ? <ProvisionForm nodes={nodes.filter(usable)} onClose={onClose} /> : null}
    </Dialog>
  )
}

const plans = { small: [2048, 100, 10_240], usual: [4096, 200, 20_480], large: [8192, 400, 40_960] } as const
const whole = (words: string) => v.pipe(v.string(), v.trim(), v.regex(/^\d{1,7}$/, words))
const schema = v.object({
  owner: v.pipe(v.string(), v.trim(), v.nonEmpty(t.ownerNeeded)),
  name: textBetween(1, 48, t.nameLong),
  node: v.pipe(v.string(), v.nonEmpty(t.nodeNeeded)),
  port: v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || (/^\d+$/.test(text) && Number(text) >= 1024 && Number(text) <= 65_535), t.portWrong),
  ),
  plan: v.picklist(['small', 'usual', 'large', 'own']),
  memory_mib: whole(t.number),
  cpu_percent: whole(t.number),
  disk_mib: whole(t.number),
  software: v.picklist(['none', 'stand-in', 'jar']),
  jar: v.pipe(v.string(), v.trim()),
  loader: v.pipe(v.string(), v.trim()),
  loader_version: v.pipe(v.string(), v.trim()),
  game_version: v.pipe(v.string(), v.trim()),
})
type Values = v.InferOutput<typeof schema>

/** The command of a filled form; what is empty is left to the site. */
function commandOf(values: Values): Provision {
  const { owner, name, node, port, plan, software, jar, loader, loader_version, game_version } = values
  const [memory_mib, cpu_percent, disk_mib] =
    plan === 'own' ? [Number(values.memory_mib), Number(values.cpu_percent), Number(values.disk_mib)] : plans[plan]
  return {
    owner,
    name,
    node,
    ...(port ? { port: Number(port) } : {}),
    plan: { memory_mib, cpu_percent, disk_mib },
    software: {
      kind: software,
      ...(software === 'jar' && jar ? { jar } : {}),
      ...(software !== 'none' && loader ? { loader } : {}),
      ...(software !== 'none' && loader_version ? { loader_version } : {}),
      ...(software !== 'none' && game_version ? { game_version } : {}),
    },
  }
}

/** The form has no groups: an error about a member of one belongs to the field of its name. */
function atField(error: unknown): never {
  if (!(error instanceof ApiError) || !error.field?.includes('.')) throw error
  const field = error.field === 'software.kind' ? 'software' : error.field.split('.').at(-1)
  throw new ApiError(error.status, error.code, error.description, error.trace, field)
}

function ProvisionForm({ nodes, onClose }: { nodes: readonly HostNode[]; onClose: () => void }) {
  const provision = useProvision()
  const form = useAppForm({
    schema,
    values: {
      owner: '',
      name: '',
      node: nodes.length === 1 ? (nodes[0]?.id ?? '') : '',
      port: '',
      plan: 'usual',
      memory_mib: '4096',
      cpu_percent: '200',
      disk_mib: '20480',
      software: 'none',
      jar: '',
      loader: '',
      loader_version: '',
      game_version: '',
    },
    send: (values, key) => provision.mutateAsync({ body: commandOf(values), key }).catch(atField),
    onDone: ({ port }) => {
      toast(t.done, t.doneText(String(port)))
      onClose()
    },
  })
  const { plan, software, owner } = form.written
  const text = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Form form={form}>
      <div className={css.pair}>
        <Field form={form} name="owner" label={t.owner} hint={t.ownerHint} required>
          {(control) => <AccountControl {...control} text={owner} />}
        </Field>
        <Field form={form} name="name" label={t.name} required>
          {(control) => <Input {...control} {...text} />}
        </Field>
        <Field form={form} name="node" label={t.node} required>
          {(control) => (
            <SelectField
              {...control}
              options={[
                ['', t.choose],
                ...nodes.map(
                  ({ id, name, connected }) =>
                    [id, t.nodeOption(name, serverStaffText.nodes.states[connected ? 'connected' : 'away'])] as const,
                ),
              ]}
            />
          )}
        </Field>
        <Field form={form} name="port" label={t.port} hint={t.portHint}>
          {(control) => <Input {...control} {...text} inputMode="numeric" />}
        </Field>
        <Field form={form} name="plan" label={t.plan}>
          {(control) => <SelectField {...control} options={Object.entries(t.plans)} />}
        </Field>
        <Field form={form} name="software" label={t.software}>
          {(control) => <SelectField {...control} options={Object.entries(t.softwares)} />}
        </Field>
      </div>
      {plan === 'own' ? (
        <div className={css.three}>
          <Field form={form} name="memory_mib" label={t.memory}>
            {(control) => <Input {...control} {...text} inputMode="numeric" />}
          </Field>
          <Field form={form} name="cpu_percent" label={t.cpu} hint={t.cpuHint}>
            {(control) => <Input {...control} {...text} inputMode="numeric" />}
          </Field>
          <Field form={form} name="disk_mib" label={t.disk}>
            {(control) => <Input {...control} {...text} inputMode="numeric" />}
          </Field>
        </div>
      ) : null}
      {software === 'jar' ? (
        <Field form={form} name="jar" label={t.jar} hint={t.jarHint}>
          {(control) => <Input {...control} {...text} />}
        </Field>
      ) : null}
      {software === 'none' ? null : (
        <div className={css.three}>
          <Field form={form} name="loader" label={t.loader}>
            {(control) => <Input {...control} {...text} />}
          </Field>
          <Field form={form} name="loader_version" label={t.loaderVersion}>
            {(control) => <Input {...control} {...text} />}
          </Field>
          <Field form={form} name="game_version" label={t.gameVersion}>
            {(control) => <Input {...control} {...text} />}
          </Field>
        </div>
      )}
      <FormActions onCancel={onClose} loading={form.pending}>
        {t.send}
      </FormActions>
    </Form>
  )
}
