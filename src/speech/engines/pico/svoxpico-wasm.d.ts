/** Types for the functions of the package that Octavo uses. The package itself has no types. */
declare module '@echogarden/svoxpico-wasm' {
  /** Pico's functions (`picoapi.h`). Pointers are addresses in the module's memory. */
  interface PicoModule {
    /** The module's memory. The array is replaced when the memory grows. */
    readonly HEAPU8: Uint8Array;
    readonly FS: { writeFile(path: string, data: Uint8Array): void };
    _malloc(bytes: number): number;
    _pico_initialize(memory: number, size: number, system: number): number;
    _pico_loadResource(system: number, path: number, resource: number): number;
    _pico_getResourceName(system: number, resource: number, name: number): number;
    _pico_createVoiceDefinition(system: number, voice: number): number;
    _pico_addResourceToVoiceDefinition(system: number, voice: number, resource: number): number;
    _pico_newEngine(system: number, voice: number, engine: number): number;
    _pico_putTextUtf8(engine: number, text: number, size: number, written: number): number;
    _pico_getData(engine: number, buffer: number, size: number, read: number, type: number): number;
  }

  export default function openModule(): Promise<PicoModule>;
}
