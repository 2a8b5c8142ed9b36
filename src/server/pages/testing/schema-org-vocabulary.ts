import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A structured-data object: a thing that a page describes, as JSON-LD in its compact form. */
export type StructuredThing = Record<string, unknown>;

const SCHEMA = 'http://schema.org/';
const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#';
/** A pattern that matches an RDF statement whose object is a resource, not a literal. */
const STATEMENT = /^<([^>]*)> <([^>]*)> <([^>]*)> /gm;

/**
 * Functions that check whether a string has the format of a schema.org type, by type. Every string also has the type
 * `Text`.
 */
const TEXT_FORMATS: Readonly<Record<string, (text: string) => boolean>> = {
  URL: (text) => URL.canParse(text),
  Date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  DateTime: (text) => /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text),
  // schema.org defines durations as ISO 8601 strings, although `Duration` is not a data type of its vocabulary.
  Duration: (text) => /^P(?=.)(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/.test(text),
};
const TYPES_BY_JAVASCRIPT_TYPE: Readonly<Record<string, readonly string[]>> = {
  number: ['Number', 'Integer', 'Float'],
  boolean: ['Boolean'],
};

/** The definitions of schema.org's types and properties. */
export class SchemaOrgVocabulary {
  /** The objects of all RDF statements, by predicate and subject. Names from schema.org are stored without a prefix. */
  readonly #objects = new Map<string, Set<string>>();

  constructor() {
    const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
    for (const [, subject, predicate, object] of readFileSync(file, 'utf8').matchAll(STATEMENT)) {
      const key = `${toName(predicate!)} ${toName(subject!)}`;
      this.#objects.set(key, (this.#objects.get(key) ?? new Set()).add(toName(object!)));
    }
  }

  /**
   * Lists the errors in structured data: unknown or superseded types and properties, properties that a type does not
   * have, and values whose type the property does not allow. `path` is the path of `thing` in the data.
   */
  listErrors(thing: StructuredThing, path = ''): string[] {
    const { '@type': type, '@context': _, '@id': __, '@graph': graph, ...properties } = thing;
    if (Array.isArray(graph)) return graph.flatMap((each, at) => this.listErrors(each, `${at}`));
    if (typeof type !== 'string') return [`${path}: has no type`];
    if (!this.#isKnown(type)) return [`${path}: unknown type ${type}`];
    return Object.entries(properties).flatMap(([name, value]) =>
      this.#listErrorsOfProperty(type, name, value, `${path}.${name}`.replace(/^\./, '')),
    );
  }

  #listErrorsOfProperty(type: string, name: string, value: unknown, path: string): string[] {
    // A property with the suffix `-input` describes the input that a client must provide for an action.
    const [, property = name, isInput] = /^(.*?)(-input)?$/.exec(name)!;
    if (!this.#isKnown(property)) return [`${path}: unknown property`];
    const domains = this.#get('domainIncludes', property);
    if (![...domains].some((domain) => this.#isSubtype(type, domain)))
      return [`${path}: ${type} has no such property`];
    const ranges = isInput
      ? new Set(['Text', 'PropertyValueSpecification'])
      : this.#get('rangeIncludes', property);
    return [value].flat().flatMap((each, index) => {
      const valuePath = Array.isArray(value) ? `${path}.${index}` : path;
      if (isReference(each)) return [];
      const isAllowed = this.#listTypes(each).some((valueType) =>
        [...ranges].some((range) => this.#isSubtype(valueType, range)),
      );
      const errors = isThing(each) ? this.listErrors(each, valuePath) : [];
      return isAllowed || errors.length ? errors : [`${valuePath}: not ${[...ranges].join(', ')}`];
    });
  }

  /** Returns the types that a value may have. */
  #listTypes(value: unknown): readonly string[] {
    if (isThing(value)) return [String(value['@type'])];
    if (typeof value !== 'string') return TYPES_BY_JAVASCRIPT_TYPE[typeof value] ?? [];
    const formats = Object.keys(TEXT_FORMATS).filter((type) => TEXT_FORMATS[type]!(value));
    return ['Text', 'CssSelectorType', ...formats];
  }

  #isKnown(name: string): boolean {
    const isDefined = this.#get('type', name, RDF).size > 0;
    return isDefined && this.#get('supersededBy', name).size === 0;
  }

  #isSubtype(type: string, supertype: string): boolean {
    if (type === supertype) return true;
    return [...this.#get('subClassOf', type, RDFS)].some((parent) =>
      this.#isSubtype(parent, supertype),
    );
  }

  #get(predicate: string, subject: string, prefix = ''): ReadonlySet<string> {
    return this.#objects.get(`${prefix}${predicate} ${subject}`) ?? new Set();
  }
}

function isThing(value: unknown): value is StructuredThing {
  return typeof value === 'object' && value !== null;
}

/** Returns true if a value consists only of an `@id`, which is the URL of a description elsewhere. */
function isReference(value: unknown): boolean {
  return isThing(value) && Object.keys(value).join() === '@id' && URL.canParse(`${value['@id']}`);
}

function toName(uri: string): string {
  return uri.startsWith(SCHEMA) ? uri.slice(SCHEMA.length) : uri;
}
